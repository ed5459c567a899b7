#pragma once
// Many versions of an exercise's solution in one program, compiled together: most of what a
// compiler takes for one of them is the same for all. Each is called by its number, one input more
// in front; in a replay all run. For the course's own code.

#include "compile/prepared.hpp"
#include "core/exercise.hpp"
#include "course/course.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

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

/// Makes a program of all `texts`, and says which of them are in it: not those that do not compile
/// or have macros, which the others would see. In their place stands the first; where that does
/// not compile either, GraderFault is thrown.
std::vector<bool> link_numbered(const Toolchain& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts,
                                const std::filesystem::path& program);

}  // namespace grader
