#pragma once
// The course's own parts of a program, compiled once for a kit and kept: the binding that calls an
// exercise's function, and the reference versions of what the exercise uses.

#include "build/kit.hpp"
#include "core/exercise.hpp"

#include <filesystem>
#include <vector>

namespace grader {

/// The object files that a student's is linked with: the binding, then the exercise's references.
/// Compiles those that are not there yet. Throws GraderFault when one does not compile.
std::vector<std::filesystem::path> prepared_objects(const Kit& kit, const Exercise& exercise);

}  // namespace grader
