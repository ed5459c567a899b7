#pragma once
// Judges inputs that shall catch mistakes of another exercise. Pure.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// Why something is no input of the exercise.
struct Refusal {
  Verdict verdict;
  std::string reason;
};

/// The inputs that a student's function returned, each the arguments of `of`. What came back need
/// not be inputs of it: refusal() says whether it is.
std::vector<std::vector<Tensor>> inputs_in(const Exercise& of, const Outcome& outcome);

/// What is wrong with them: how many there are, ranks, shapes that do not fit together by the
/// recipe of `of`, sizes and numbers out of bounds. Nothing where all are right.
std::optional<Refusal> refusal(const Exercise& of, const Outcome& outcome);

/// The result of inputs that are refused.
CaseResult refused(const Exercise& exercise, const Case& one, const Refusal& why);

/// Which of the inputs catch a mistake, as bits.
using CaughtBy = std::uint32_t;

/// The result of `inputs` inputs, by which of them catch each mistake. Where fewer would do, its
/// note says which.
CaseResult judge_catches(const Exercise& exercise, const Case& one, std::size_t inputs,
                         const std::vector<CaughtBy>& caught);

}  // namespace grader
