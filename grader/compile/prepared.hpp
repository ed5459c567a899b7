#pragma once
// The course's own parts of a program, compiled once for a kit and kept: the binding that calls an
// exercise's function, the reference versions of what the exercise uses, and its measures.

#include "compile/compile.hpp"
#include "compile/kit.hpp"
#include "core/exercise.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
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

/// `objects`, then those of the references, each prepared where it is missing.
std::vector<std::filesystem::path> with_references(const Toolchain& bench, const ProgramSpec& spec,
                                                   std::vector<std::filesystem::path> objects);

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

/// A source text of the course's own.
struct Part {
  std::string name;              ///< of the object file, without the key
  std::string text;              ///< or what it is made of, where `source` makes it
  std::filesystem::path blamed;  ///< the file to name when it does not compile
  std::set<std::filesystem::path> headers;
  bool optimise = false;
  std::function<std::string()> source = {};  ///< called where the object is not there yet
};

/// The object of `part`, compiled when it is not there yet. Throws GraderFault when it does not
/// compile.
std::filesystem::path prepared(const Toolchain& bench, const Part& part);

/// The object NAME.o that a released copy has in place of a source; empty where it has none that
/// fits the kit.
std::filesystem::path released_object(const Kit& kit, const ProgramSpec& spec,
                                      const std::string& name);

/// The shared object that these objects make, linked when it is not there yet. Its name begins with
/// `stem`. Throws GraderFault, naming `blamed`, when it does not link.
std::filesystem::path linked(const Kit& kit, const ProgramSpec& spec,
                             const std::vector<std::filesystem::path>& objects,
                             const std::string& stem, const std::filesystem::path& blamed);

}  // namespace grader
