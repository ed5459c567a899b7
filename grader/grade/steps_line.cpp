#include "grade/steps_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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

using StepWords = std::vector<std::pair<std::string, StepVerdict>>;

/// "scores ok, output WRONG"
std::string each_of(const StepWords& steps) {
  std::vector<std::string> words;
  for (const auto& [name, verdict] : steps) words.push_back(name + " " + word_of(verdict));
  return fmt::format("{}", fmt::join(words, ", "));
}

constexpr std::size_t most_in_a_line = 8;  // in a line that is easily read

/// "output WRONG; table, query follows; all others ok"
std::string in_groups(const StepWords& steps) {
  std::vector<std::string> groups;
  for (const StepVerdict verdict : {StepVerdict::wrong, StepVerdict::not_judged,
                                    StepVerdict::follows, StepVerdict::not_recorded}) {
    std::vector<std::string> names;
    for (const auto& [name, its] : steps) {
      if (its == verdict) names.push_back(name);
    }
    if (!names.empty())
      groups.push_back(fmt::format("{} {}", fmt::join(names, ", "), word_of(verdict)));
  }
  const bool any_right =
      std::ranges::count(steps, StepVerdict::right, &StepWords::value_type::second) > 0;
  if (any_right) groups.emplace_back(groups.empty() ? "all steps ok" : "all others ok");
  return fmt::format("{}", fmt::join(groups, "; "));
}

}  // namespace

std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps) {
  // Of a program that records nothing the results alone are known.
  const auto recorded = [&](const StepResult& step) {
    return step.verdict != StepVerdict::not_recorded && exercise.has_step(step.name);
  };
  if (std::ranges::none_of(steps, recorded)) return "";
  StepWords all;
  std::map<std::string, std::vector<std::string>> elsewhere;  // what is wrong in other cases alone
  for (const StepResult& step : steps) {
    if (step.case_name != steps.front().case_name) {
      std::vector<std::string>& names = elsewhere[step.case_name];
      if (std::ranges::find(names, step.name) == names.end()) names.push_back(step.name);
      continue;
    }
    const auto found = std::ranges::find(all, step.name, &StepWords::value_type::first);
    if (found == all.end()) {
      all.emplace_back(step.name, step.verdict);
    } else if (weight_of(step.verdict) > weight_of(found->second)) {
      found->second = step.verdict;
    }
  }
  std::string line = all.size() <= most_in_a_line ? each_of(all) : in_groups(all);
  for (const auto& [name, wrong] : elsewhere)
    line += fmt::format("; in case {}: {} {}", name, fmt::join(wrong, ", "),
                        word_of(StepVerdict::wrong));
  return line;
}

}  // namespace grader
