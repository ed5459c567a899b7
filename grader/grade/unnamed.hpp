#pragma once
// What is told of wrong steps that are no known mistake as a whole. Pure.

#include "core/report.hpp"
#include "diagnose/replay.hpp"

#include <set>
#include <string>
#include <vector>

namespace grader {

/// Adds one line on wrong steps without a name that are all 0, where there are several, and gives
/// their names. `places` are those of the run that is told.
std::set<std::string> tell_zeros(const std::vector<JudgedPlace>& places, ExerciseResult& result);

/// Adds lines on wrong steps that have no name and are none of `told`. What the lines before say of
/// the first wrong step is not said again.
void tell_unnamed(const Exercise& exercise, std::set<std::string> told, ExerciseResult& result);

/// Adds what the wrong numbers of the first such steps have in common, or which other arrays they
/// are made of, at most two lines; nothing of those `told_before`. `places` are those of the run
/// that is told, on the case `one`.
void tell_patterns(const std::vector<JudgedPlace>& places, const Case& one,
                   const std::set<std::string>& told_before, const Tolerance& tolerance,
                   ExerciseResult& result);

}  // namespace grader
