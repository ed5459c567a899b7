#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// What became of a case or an exercise. Reports carry it by name: never rename one or reuse a
/// name.
enum class Verdict {
  passed,
  not_started,
  wrong_value,
  wrong_shape,
  not_finite,
  exception,
  crashed,
  no_answer,
  bad_reply,
  forbidden,
  time_limit,
  memory_limit,
  build_failed,
  build_limit,
  missing_file,
  rejected,
  skipped,
  too_costly,  ///< its numbers are right
  internal_error,
};

/// Whether what was returned is wrong.
constexpr bool is_of_results(Verdict verdict) {
  return verdict == Verdict::wrong_value || verdict == Verdict::wrong_shape ||
         verdict == Verdict::not_finite;
}

/// The verdict of one step. Its names are part of the report format: never rename them.
enum class StepVerdict {
  right,
  wrong,
  follows,  ///< right given the earlier steps, of which some are wrong
  not_recorded,
  not_judged,
};

std::string_view name_of(StepVerdict verdict);
std::optional<StepVerdict> step_verdict_named(std::string_view name);

/// The name of a verdict in reports.
std::string_view name_of(Verdict verdict);

/// The same in plain words, without underscores.
std::string words_of(Verdict verdict);

/// The same of a program that ran: with some TODOs done it is not called "not started".
std::string words_of_run(Verdict verdict);

/// The verdict of that name, if there is one.
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace grader
