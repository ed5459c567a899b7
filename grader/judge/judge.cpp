#include "judge/judge.hpp"

#include <algorithm>
#include <utility>

namespace grader {
namespace {

constexpr std::pair<Ending, Verdict> verdicts[] = {
    {Ending::not_implemented, Verdict::not_started}, {Ending::exception, Verdict::exception},
    {Ending::out_of_memory, Verdict::memory_limit},  {Ending::load_failed, Verdict::build_failed},
    {Ending::forbidden, Verdict::forbidden},         {Ending::signal, Verdict::crashed},
    {Ending::no_answer, Verdict::no_answer},         {Ending::bad_reply, Verdict::bad_reply},
    {Ending::unclean_exit, Verdict::crashed},        {Ending::cpu_limit, Verdict::time_limit},
    {Ending::idle_limit, Verdict::time_limit},       {Ending::run_limit, Verdict::time_limit},
    {Ending::grader_fault, Verdict::internal_error},
};

Verdict verdict_of(const Outcome& outcome, const Comparison& comparison) {
  if (outcome.ending != Ending::returned)
    return std::ranges::find(verdicts, outcome.ending, &std::pair<Ending, Verdict>::first)->second;
  if (!comparison.same_shape) return Verdict::wrong_shape;
  if (comparison.matches()) return Verdict::passed;
  return comparison.finite ? Verdict::wrong_value : Verdict::not_finite;
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
