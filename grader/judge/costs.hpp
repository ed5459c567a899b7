#pragma once
// Judges what a program costs, counted exactly, by the limits of its exercise. Pure.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <span>

namespace grader {

/// What a program costs on `cases`, all those of cost_cases, where `counted` was counted.
CostReport cost_report(const Exercise& exercise, std::span<const Case> cases,
                       std::span<const Costs> counted);

/// Fails `last`, the result of the last case, where the program breaks a limit: the first one is
/// told.
void judge_costs(const Exercise& exercise, std::span<const Case> cases,
                 std::span<const Costs> counted, CaseResult& last);

/// So many times the numbers that the reference reads a program may read before it is stopped.
inline constexpr unsigned most_reads = 20;

/// Fails the result of a case in which it was.
void judge_stopped(const Exercise& exercise, const Case& one, CaseResult& result);

/// The limit that this case broke; null for none.
const CostLimit* broken_limit(const Exercise& exercise, const CaseResult& result);

}  // namespace grader
