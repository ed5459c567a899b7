#pragma once
// The course's own parts of a program, compiled once for a kit and kept: the binding that calls an
// exercise's function, the reference versions of what the exercise uses, its measures, and the
// versions of its solution.

#include "compile/compile.hpp"
#include "compile/kit.hpp"
#include "core/exercise.hpp"
#include "course/course.hpp"
#include "course/cases.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// The folder that keeps them. Compilers of students' code must not see it: a reference could be
/// smuggled into the exercise that it solves.
std::filesystem::path prepared_folder(const Kit& kit);

/// The object files that a student's is linked with: the binding, then the references.
/// Compiles those that are not there yet. Throws GraderFault when one does not compile.
std::vector<std::filesystem::path> prepared_objects(const Toolchain& bench,
                                                    const ProgramSpec& spec);

/// An object of the course's own in place of its source, and the name that it has in a released
/// copy.
struct SourceObject {
  std::string name;
  std::filesystem::path object;
};

/// The objects of what the program and its measures take from below `folder`: references, and
/// measures.cpp where it lies there. Compiles those that are not there yet. They name no path
/// and are the same wherever the same compiler makes them. Throws GraderFault when one does not
/// compile.
std::vector<SourceObject> objects_of_sources(const Toolchain& bench, const ProgramSpec& spec,
                                             const std::filesystem::path& folder);

/// The file in `released`, the folder of objects of a released copy, that says for which platform
/// the kit's objects were made.
std::filesystem::path platform_file(const Kit& kit, const std::filesystem::path& released);

/// The sources that the program and its measures need, and of which this copy has neither the text
/// nor an object that fits the kit.
std::vector<std::filesystem::path> missing_sources(const Kit& kit, const ProgramSpec& spec);

/// What a released copy has instead of objects that fit the kit, in words that go on after its
/// name: "has objects for … only, which do not fit …".
std::string released_for(const Kit& kit, const ProgramSpec& spec);

/// The shared object that computes the measures, made when it is not there yet. Requires
/// measures. Throws GraderFault when it does not compile.
std::filesystem::path measures_program(const Toolchain& bench, const ProgramSpec& spec);

/// The shared object of the solution with what it records, made when it is not there yet; nothing
/// in a copy without it. Throws GraderFault when it does not compile.
std::optional<std::filesystem::path> recorded_solution(const Toolchain& bench,
                                                       const ProgramSpec& spec);

/// The shared object of the solution, whose costs and results count, made when it is not there yet.
/// Requires a `solution`. Throws GraderFault when it does not compile.
std::filesystem::path solution_program(const Toolchain& bench, const ProgramSpec& spec);

// Many versions of an exercise's solution in one program, compiled together: most of what a
// compiler takes for one of them is the same for all. Each is called by its number, one input more
// in front; in a replay all run.

/// The program in which version 0 is the solution, and the others are `mistakes`, all of the
/// exercise's, in their order. Made when it is not there yet; in a released copy of the object that
/// it has. Empty where this copy has neither sources nor an object that fits. Throws GraderFault
/// when it does not compile.
std::filesystem::path replay_program(const Toolchain& bench, const Course& course,
                                     const Exercise& exercise,
                                     const std::vector<Mistake>& mistakes);

/// The object that a released copy needs for it.
SourceObject replay_object(const Toolchain& bench, const Course& course, const Exercise& exercise,
                           const std::vector<Mistake>& mistakes);

/// The same of the solution and of two mistakes each. One that does not compile is the solution.
std::filesystem::path merged_program(const Toolchain& bench, const Course& course,
                                     const Exercise& exercise,
                                     const std::vector<MergedMistakes>& merged);
SourceObject merged_object(const Toolchain& bench, const Course& course, const Exercise& exercise,
                           const std::vector<MergedMistakes>& merged);

/// Makes a program of all `texts`, and says which of them are in it: not those that do not compile
/// or have macros, which the others would see. In their place stands the first; where that does
/// not compile either, GraderFault is thrown.
std::vector<bool> link_numbered(const Toolchain& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts,
                                const std::filesystem::path& program);

}  // namespace grader
