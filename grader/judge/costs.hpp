#pragma once
// Judges what a program costs, counted exactly, by the limits of its exercise. Pure.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <vector>

namespace grader {

/// What was counted, by each limit. Fails the result of the case where the program breaks
/// one: the first is told.
std::vector<Counted> judge_costs(const Exercise& exercise, const Case& one, const Costs& counted,
                                 CaseResult& result);

/// So many times the numbers that the reference reads a program may read before it is stopped.
inline constexpr unsigned most_reads = 20;

/// Fails the result of a case in which it was.
void judge_stopped(const Exercise& exercise, const Case& one, CaseResult& result);

/// The limit that this case broke; null for none.
const CostLimit* broken_limit(const Exercise& exercise, const CaseResult& result);

}  // namespace grader
