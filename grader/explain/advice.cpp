#include "explain/explain.hpp"

#include "core/text.hpp"
#include "core/tokens.hpp"
#include "judge/compare.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace grader {
namespace {

/// Whether the stub has a call that records a step, and the program has none.
bool lacks_call(const std::vector<std::string>& stub, const std::vector<std::string>& program,
                const std::string& step) {
  const auto records = [begins = fmt::format("record(\"{}\"", step)](const std::string& line) {
    return line.find(begins) != line.npos;
  };
  return std::ranges::any_of(stub, records) && std::ranges::none_of(program, records);
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names[0];
  const std::vector<std::string> but_last(names.begin(), names.end() - 1);
  return fmt::format("{} and {}", fmt::join(but_last, ", "), names.back());
}

using StepWords = std::vector<std::pair<std::string, StepVerdict>>;

/// From the best to the worst: of a step's turns the worst is told.
constexpr std::array verdict_words = std::to_array<std::pair<StepVerdict, const char*>>({
    {StepVerdict::not_recorded, "not recorded"},
    {StepVerdict::right, "ok"},
    {StepVerdict::follows, "follows"},
    {StepVerdict::not_judged, "not judged"},
    {StepVerdict::wrong, "WRONG"},
});

auto rank_of(StepVerdict verdict) {
  return std::ranges::find(verdict_words, verdict, &std::pair<StepVerdict, const char*>::first);
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
  for (auto one = verdict_words.rbegin(); one != verdict_words.rend(); ++one) {
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

std::string advice_on_records(const Exercise& exercise, const std::vector<Places>& runs,
                              std::size_t run, const RecordTexts& texts) {
  const Places& places = runs.at(run);
  std::set<std::string> recorded;
  for (const Places& each : runs)
    for (const JudgedPlace& place : each)
      if (place.student != nullptr) recorded.insert(place.name);
  // Where nothing differs the program broke off: what it did not come to is no advice's matter.
  const auto first = std::ranges::find_if(places, &JudgedPlace::differs);
  if (first == places.end()) return "";
  std::vector<std::string> missing;  // since the last that is right
  for (auto place = places.begin(); place != first; ++place) {
    if (place->student != nullptr) missing.clear();
    const bool again = std::ranges::find(missing, place->name) != missing.end();
    if (place->verdict == StepVerdict::not_recorded && !again && !recorded.contains(place->name))
      missing.push_back(place->name);
  }
  const std::vector<std::string> stub = code_lines(texts.stub), program = code_lines(texts.program);
  if (std::ranges::none_of(
          missing, [&](const std::string& step) { return lacks_call(stub, program, step); }))
    return "";
  return fmt::format("To see which step is wrong first, put back the calls of record() from {}.",
                     exercise.original().filename().string());
}

std::string right_so_far(const Run& run, const Tolerance& tolerance) {
  if (!records_right_steps(*run.outcome, run.one->steps, tolerance)) return "";
  const auto recorded = by_name(run.outcome->steps);
  std::vector<std::string> right;
  for (const NamedTensor& step : run.one->steps) {
    const bool again = std::ranges::find(right, step.name) != right.end();
    if (recorded.contains(step.name) && !again) right.push_back(step.name);
  }
  if (right.empty()) return "";
  const bool several = right.size() > 1 || right[0].ends_with('s');
  return fmt::format("{} {} right so far", listed(right), several ? "are" : "is");
}

std::string note_on_steps(const Exercise& exercise, const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const std::set<std::string> other_turns = steps_of_other_turns(run);
    for (const JudgedPlace& place : judge_places(exercise, {run, {}}, {})) {
      if (!place.differs() || other_turns.contains(place.name)) continue;
      const Comparison found = compare(*place.student, *place.reference, exercise.tolerance);
      return fmt::format("The result is right, but the recorded \"{}\" is not: case {}, {}",
                         place.name, run.one->name,
                         explain_comparison(found, *place.student, place.reference->shape));
    }
  }
  return "";
}

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
  std::erase_if(all, [&](const auto& step) {
    return std::ranges::any_of(elsewhere, [&](const auto& other) {
      return std::ranges::find(other.second, step.first) != other.second.end();
    });
  });
  std::string line = all.size() <= most_in_a_line ? each_of(all) : in_groups(all);
  for (const auto& [name, wrong] : elsewhere)
    line += fmt::format("; in case {}: {} WRONG", name, fmt::join(wrong, ", "));
  return line;
}

}  // namespace grader
