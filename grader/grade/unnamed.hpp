#pragma once
// What is told of wrong steps that are no known mistake as a whole. Pure.

#include "core/report.hpp"
#include "diagnose/replay.hpp"

#include <set>
#include <string>
#include <vector>

namespace grader {

/// Adds lines on wrong steps that have no name. What the lines before say of the first wrong step
/// is not said again.
void tell_unnamed(const Exercise& exercise, ExerciseResult& result);

/// Adds what the wrong numbers of the first such steps have in common, or which other arrays they
/// are made of, at most two lines. `places` are those of the run that is told, on the case `one`.
void tell_patterns(const std::vector<JudgedPlace>& places, const Case& one,
                   const Tolerance& tolerance, ExerciseResult& result);

}  // namespace grader
