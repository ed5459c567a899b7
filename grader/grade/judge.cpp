#include "grade/judge.hpp"

#include "compare/compare.hpp"
#include "diagnose/explain.hpp"

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
      return Verdict::time_limit;
    case Ending::grader_fault:
      return Verdict::internal_error;
  }
  return Verdict::internal_error;
}

}  // namespace

CaseResult judge(const Case& one, const Outcome& outcome, const Tolerance& tolerance,
                 const Limits& limits) {
  CaseResult result;
  result.name = one.name;
  result.elements = element_count(one.expected.shape);
  Comparison comparison;
  if (outcome.ending == Ending::returned && outcome.result) {
    comparison = compare(*outcome.result, one.expected, tolerance);
    result.mismatches = comparison.mismatches;
    result.max_abs_error = comparison.max_abs_error;
    result.worst = comparison.worst;
    if (!comparison.matches()) {
      result.message =
          "the result: " + explain_comparison(comparison, *outcome.result, one.expected.shape);
    }
  } else {
    result.mismatches = result.elements;
    result.message = explain_ending(outcome, limits);
  }
  result.verdict = verdict_of(outcome, comparison);
  return result;
}

}  // namespace grader
