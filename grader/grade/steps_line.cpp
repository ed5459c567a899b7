#include "grade/steps_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grader {
namespace {

/// How bad a verdict is, beside those of the step's other turns.
int weight_of(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::not_recorded:
      return 0;
    case StepVerdict::right:
      return 1;
    case StepVerdict::follows:
      return 2;
    case StepVerdict::not_judged:
      return 3;
    case StepVerdict::wrong:
      return 4;
  }
  return 0;
}

const char* word_of(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::right:
      return "ok";
    case StepVerdict::wrong:
      return "WRONG";
    case StepVerdict::follows:
      return "follows";
    case StepVerdict::not_recorded:
      return "not recorded";
    case StepVerdict::not_judged:
      return "not judged";
  }
  return "";
}

}  // namespace

std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps) {
  // Of a program that records nothing the results alone are known.
  const auto recorded = [&](const StepResult& step) {
    return step.verdict != StepVerdict::not_recorded && exercise.has_step(step.name);
  };
  if (std::ranges::none_of(steps, recorded)) return "";
  std::vector<std::pair<std::string, StepVerdict>> all;
  for (const StepResult& step : steps) {
    const auto found =
        std::ranges::find(all, step.name, &std::pair<std::string, StepVerdict>::first);
    if (found == all.end()) {
      all.emplace_back(step.name, step.verdict);
    } else if (weight_of(step.verdict) > weight_of(found->second)) {
      found->second = step.verdict;
    }
  }
  std::vector<std::string> words;
  for (const auto& [name, verdict] : all) words.push_back(name + " " + word_of(verdict));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace grader
