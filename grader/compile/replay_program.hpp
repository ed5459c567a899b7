#pragma once
// The program of reference versions: the solution, and each known mistake made in it.

#include "compile/kit.hpp"
#include "compile/prepared.hpp"
#include "core/case.hpp"
#include "course/course.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace grader {

/// The shared object in which version 0 is the solution, and the others are `mistakes`, all of the
/// exercise's, in their order; as a program it takes the number of one in front. Made when it is
/// not there yet; in a released copy of the object that it has. Empty where this copy has neither
/// sources nor an object that fits. Throws GraderFault when it does not compile.
std::filesystem::path replay_program(const Workbench& bench, const Course& course,
                                     const Exercise& exercise,
                                     const std::vector<Mistake>& mistakes);

/// The object that a released copy needs for it; none for an exercise that has no steps to replay.
std::optional<SourceObject> replay_object(const Workbench& bench, const Course& course,
                                          const Exercise& exercise,
                                          const std::vector<Mistake>& mistakes);

}  // namespace grader
