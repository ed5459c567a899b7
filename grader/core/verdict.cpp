#include "core/verdict.hpp"

#include <algorithm>

namespace grader {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::not_started:
      return "not_started";
    case Verdict::wrong_value:
      return "wrong_value";
    case Verdict::wrong_shape:
      return "wrong_shape";
    case Verdict::not_finite:
      return "not_finite";
    case Verdict::exception:
      return "exception";
    case Verdict::crashed:
      return "crashed";
    case Verdict::no_answer:
      return "no_answer";
    case Verdict::bad_reply:
      return "bad_reply";
    case Verdict::forbidden:
      return "forbidden";
    case Verdict::time_limit:
      return "time_limit";
    case Verdict::memory_limit:
      return "memory_limit";
    case Verdict::build_failed:
      return "build_failed";
    case Verdict::build_limit:
      return "build_limit";
    case Verdict::missing_file:
      return "missing_file";
    case Verdict::rejected:
      return "rejected";
    case Verdict::skipped:
      return "skipped";
    case Verdict::internal_error:
      return "internal_error";
  }
  return "internal_error";
}

std::string words_of(Verdict verdict) {
  std::string words(name_of(verdict));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string words_of_run(Verdict verdict) {
  return verdict == Verdict::not_started ? "a TODO is open" : words_of(verdict);
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Verdict::internal_error); ++i) {
    if (name_of(static_cast<Verdict>(i)) == name) return static_cast<Verdict>(i);
  }
  return std::nullopt;
}

std::string_view name_of(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::right:
      return "right";
    case StepVerdict::wrong:
      return "wrong";
    case StepVerdict::follows:
      return "follows";
    case StepVerdict::not_recorded:
      return "not_recorded";
    case StepVerdict::not_judged:
      return "not_judged";
  }
  return "";
}

std::optional<StepVerdict> step_verdict_named(std::string_view name) {
  for (const StepVerdict verdict : {StepVerdict::right, StepVerdict::wrong, StepVerdict::follows,
                                    StepVerdict::not_recorded, StepVerdict::not_judged}) {
    if (name_of(verdict) == name) return verdict;
  }
  return std::nullopt;
}

}  // namespace grader
