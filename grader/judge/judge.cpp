#include "judge/judge.hpp"

#include "judge/compare.hpp"
#include "judge/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

Verdict verdict_of(const Outcome& outcome, const Comparison& comparison) {
  switch (outcome.ending) {
    case Ending::returned:
      if (!comparison.same_shape) return Verdict::wrong_shape;
      if (comparison.matches()) return Verdict::passed;
      return comparison.finite ? Verdict::wrong_value : Verdict::not_finite;
    case Ending::not_implemented:
      return Verdict::not_started;
    case Ending::exception:
      return Verdict::exception;
    case Ending::out_of_memory:
      return Verdict::memory_limit;
    case Ending::load_failed:
      return Verdict::build_failed;
    case Ending::forbidden:
      return Verdict::forbidden;
    case Ending::signal:
      return Verdict::crashed;
    case Ending::no_answer:
      return Verdict::no_answer;
    case Ending::bad_reply:
      return Verdict::bad_reply;
    case Ending::unclean_exit:
      return Verdict::crashed;
    case Ending::cpu_limit:
    case Ending::wall_limit:
    case Ending::run_limit:
      return Verdict::time_limit;
    case Ending::grader_fault:
      return Verdict::internal_error;
  }
  return Verdict::internal_error;
}

/// Fills in what the comparison of all results says. Returns that of the first which is wrong, or
/// of the last.
Comparison compare_results(const Exercise& exercise, const Case& one, const Outcome& outcome,
                           CaseResult& result) {
  Comparison shown;
  for (std::size_t i = 0; i < one.expected.size(); ++i) {
    const Tensor& actual = outcome.results[i];
    const Tensor& expected = one.expected[i];
    const Comparison comparison = compare(actual, expected, exercise.tolerance);
    result.mismatches += comparison.mismatches;
    result.max_abs_error = std::max(result.max_abs_error, comparison.max_abs_error);
    if (i > 0 && !shown.matches()) continue;
    shown = comparison;
    result.worst = comparison.worst;
    if (comparison.matches()) continue;
    const std::string name = one.expected.size() > 1 ? exercise.results[i] : "the result";
    result.message = label(name, explain_comparison(comparison, actual, expected.shape));
  }
  return shown;
}

}  // namespace

std::size_t expected_elements(const Case& one) {
  std::size_t elements = 0;
  for (const Tensor& expected : one.expected) elements += element_count(expected.shape);
  return elements;
}

CaseResult judge(const Exercise& exercise, const Case& one, const Outcome& outcome,
                 const Limits& limits) {
  CaseResult result;
  result.name = one.name;
  result.elements = expected_elements(one);
  Comparison comparison;
  const bool returned = outcome.ending == Ending::returned;
  const bool other_number = returned && outcome.results.size() != one.expected.size();
  if (returned && !other_number) {
    comparison = compare_results(exercise, one, outcome, result);
  } else {
    result.mismatches = result.elements;
    result.message = other_number ? other_number_of_results : explain_ending(outcome, limits);
  }
  result.verdict = other_number ? Verdict::bad_reply : verdict_of(outcome, comparison);
  return result;
}

}  // namespace grader
