#pragma once
// The course's own parts of a program, compiled once for a kit and kept: the binding that calls an
// exercise's function, the reference versions of what the exercise uses, and its measures.

#include "compile/kit.hpp"
#include "core/exercise.hpp"

#include <filesystem>
#include <vector>

namespace grader {

/// The folder that keeps them. Compilers of students' code must not see it: a reference could be
/// smuggled into the exercise that it solves.
std::filesystem::path prepared_folder(const Kit& kit);

/// The object files that a student's is linked with: the binding, then the exercise's references.
/// Compiles those that are not there yet. Throws GraderFault when one does not compile.
std::vector<std::filesystem::path> prepared_objects(const Kit& kit, const Exercise& exercise);

/// The shared object that computes the exercise's measures, made when it is not there yet. Requires
/// an exercise with measures. Throws GraderFault when it does not compile.
std::filesystem::path measures_program(const Kit& kit, const Exercise& exercise);

}  // namespace grader
