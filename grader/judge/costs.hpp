#pragma once
// Judges what a program costs, counted exactly, by the limits of its exercise. Pure.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace grader {

/// What a program costs on `cases`, all those of cost_cases, where `counted` was counted.
CostReport cost_report(const Exercise& exercise, std::span<const Case> cases,
                       std::span<const Costs> counted);

/// Fails `last`, the result of the last case, where the program breaks a limit: the first one is
/// told. Fewer operations than any program can do with are not believed: it computes where nothing
/// is counted.
void judge_costs(const Exercise& exercise, std::span<const Case> cases,
                 std::span<const Costs> counted, CaseResult& last);

/// What in a program's text would compute where nothing is counted, or change what was counted:
/// its line, and what stands there, such as "asm". Nothing for honest texts. It stops what is easily
/// written; the rest is bounded by the time that a program may take.
std::optional<std::pair<unsigned, std::string>> uncounted_code(std::string_view text);

/// Fails `last`, the result of the last case, where it passed with such code in `text`. Returns the
/// code's place.
std::optional<Place> refuse_uncounted(std::string_view text, CaseResult& last);

/// The limit that this case broke; null for none.
const CostLimit* broken_limit(const Exercise& exercise, const CaseResult& result);

}  // namespace grader
