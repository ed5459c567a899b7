#include "core/text.hpp"
#include "explain/advice.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace grader {
namespace {

/// The call by which the stub records a step, if the program has no such call.
std::string missing_call(const std::vector<std::string>& stub,
                         const std::vector<std::string>& program, const std::string& step) {
  const std::string begins = fmt::format("record(\"{}\"", step);
  const auto records = [&](const std::string& line) { return line.find(begins) != line.npos; };
  const auto found = std::ranges::find_if(stub, records);
  if (found == stub.end() || std::ranges::any_of(program, records)) return "";
  const std::string from = found->substr(found->find(begins));
  return from.substr(0, from.find(';') + 1);
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names[0];
  const std::vector<std::string> but_last(names.begin(), names.end() - 1);
  return fmt::format("{} and {}", fmt::join(but_last, ", "), names.back());
}

/// "the last is missing" where what was found are the first of the expected turns; likewise the
/// first. Empty where they are others, or not fewer.
std::string missing_turns(const Turns& found, const Turns& expected, const Tolerance& tolerance) {
  if (found.size() >= expected.size()) return "";
  const std::size_t lack = expected.size() - found.size();
  for (const bool last : {true, false}) {
    const auto same = [&](const NamedTensor* one, const NamedTensor* other) {
      return compare(one->tensor, other->tensor, tolerance).matches();
    };
    if (!std::equal(found.begin(), found.end(), expected.begin() + (last ? 0 : lack), same))
      continue;
    const std::string many = lack == 1 ? " is" : fmt::format(" {} are", lack);
    return fmt::format("the {}{} missing", last ? "last" : "first", many);
  }
  return "";
}

}  // namespace

std::string words_on_turns(const Run& run, const Tolerance& tolerance) {
  if (run.outcome->results.empty()) return "";
  std::map<std::string, std::vector<std::string>> other;  // names by what is told of them
  const auto recorded = by_name(run.outcome->steps), reference = by_name(run.one->steps);
  std::set<std::string> seen;
  for (const NamedTensor& step : run.one->steps) {
    const auto found = recorded.find(step.name);
    if (!seen.insert(step.name).second || found == recorded.end()) continue;
    const std::size_t times = found->second.size();
    const Turns& expected = reference.at(step.name);
    if (times == expected.size()) continue;
    std::string why = missing_turns(found->second, expected, tolerance);
    if (expected.size() == 1) why = "does the call of record stand in a loop?";
    if (why.empty()) why = "which turn is which is not known";
    other[fmt::format("{}, not {}: {}", times == 1 ? "once" : fmt::format("{} times", times),
                      expected.size() == 1 ? "once" : std::to_string(expected.size()), why)]
        .push_back(step.name);
  }
  std::vector<std::string> told;
  for (const auto& [times, names] : other) {
    told.push_back(
        fmt::format("{} {} recorded {}", listed(names), names.size() > 1 ? "were" : "was", times));
  }
  return fmt::format("{}", fmt::join(told, "; "));
}

std::string advice_on_records(const std::vector<Places>& runs, std::size_t run,
                              const RecordTexts& texts) {
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
  std::vector<std::string> calls;
  for (const std::string& step : missing) {
    const std::string call = missing_call(stub, program, step);
    if (!call.empty()) calls.push_back(call);
  }
  if (calls.empty()) return "";
  return fmt::format("To see which step is wrong first, put {} after the lines that compute it: {}",
                     calls.size() > 1 ? "each of these calls of the stub" : "this call of the stub",
                     fmt::join(calls, " "));
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

}  // namespace grader
