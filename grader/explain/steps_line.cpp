#include "explain/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace grader {
namespace {

using StepWords = std::vector<std::pair<std::string, StepVerdict>>;

/// From the best to the worst: of a step's turns the worst is told.
constexpr std::array words = std::to_array<std::pair<StepVerdict, const char*>>({
    {StepVerdict::not_recorded, "not recorded"},
    {StepVerdict::right, "ok"},
    {StepVerdict::follows, "follows"},
    {StepVerdict::not_judged, "not judged"},
    {StepVerdict::wrong, "WRONG"},
});

auto rank_of(StepVerdict verdict) {
  return std::ranges::find(words, verdict, &std::pair<StepVerdict, const char*>::first);
}

/// "scores ok, output WRONG"
std::string each_of(const StepWords& steps) {
  std::vector<std::string> told;
  for (const auto& [name, verdict] : steps) told.push_back(name + " " + rank_of(verdict)->second);
  return fmt::format("{}", fmt::join(told, ", "));
}

constexpr std::size_t most_in_a_line = 8;  // in a line that is easily read

/// "output WRONG; table, query follows; all others ok"
std::string in_groups(const StepWords& steps) {
  std::vector<std::string> groups;
  bool any_right = false;
  for (auto one = words.rbegin(); one != words.rend(); ++one) {
    std::vector<std::string> names;
    for (const auto& [name, verdict] : steps)
      if (verdict == one->first) names.push_back(name);
    if (one->first == StepVerdict::right)
      any_right = !names.empty();
    else if (!names.empty())
      groups.push_back(fmt::format("{} {}", fmt::join(names, ", "), one->second));
  }
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
    if (found == all.end())
      all.emplace_back(step.name, step.verdict);
    else if (rank_of(step.verdict) > rank_of(found->second))
      found->second = step.verdict;
  }
  std::string line = all.size() <= most_in_a_line ? each_of(all) : in_groups(all);
  for (const auto& [name, wrong] : elsewhere)
    line += fmt::format("; in case {}: {} WRONG", name, fmt::join(wrong, ", "));
  return line;
}

}  // namespace grader
