#include "diagnose/record_advice.hpp"

#include "core/text.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace grader {
namespace {

/// The statement that records a step, and the TODO above it, such as "TODO 2"; both may be empty.
struct RecordPlace {
  std::string statement;
  std::string todo;
};

RecordPlace place_in(std::string_view stub, const std::string& step) {
  std::string todo;
  for (const std::string& line : split_lines(stub)) {
    if (const std::size_t found = line.find("// TODO "); found != std::string::npos) {
      std::size_t end = found + 8;
      while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
      todo = line.substr(found + 3, end - found - 3);
    }
    const std::string statement(trimmed(line));
    if (statement.starts_with(fmt::format("record(\"{}\"", step)))
      return {statement.substr(0, statement.find(';') + 1), todo};
  }
  return {};
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names[0];
  const std::vector<std::string> but_last(names.begin(), names.end() - 1);
  return fmt::format("{} and {}", fmt::join(but_last, ", "), names.back());
}

/// What was recorded under a name, turn by turn.
std::vector<const Tensor*> turns_of(const std::vector<NamedTensor>& steps,
                                    const std::string& name) {
  std::vector<const Tensor*> turns;
  for (const NamedTensor& step : steps) {
    if (step.name == name) turns.push_back(&step.tensor);
  }
  return turns;
}

/// ", the last missing" where what was found are the first of the expected turns; likewise the
/// first. Empty where they are others, or not fewer.
std::string missing_turns(const std::vector<const Tensor*>& found,
                          const std::vector<const Tensor*>& expected, const Tolerance& tolerance) {
  if (found.size() >= expected.size()) return "";
  const std::size_t lack = expected.size() - found.size();
  const auto are_from = [&](std::size_t first) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!compare(*found[i], *expected[first + i], tolerance).matches()) return false;
    }
    return true;
  };
  for (const bool last : {true, false}) {
    if (!are_from(last ? 0 : lack)) continue;
    const std::string many = lack == 1 ? "" : fmt::format(" {}", lack);
    return fmt::format(", the {}{} missing", last ? "last" : "first", many);
  }
  return "";
}

/// Whether it is known that what is wrong does not come from this step. Known mistakes tell, those
/// that change this step first and then something that can be seen: none of them changes the first
/// wrong place, or all of them change one that is right.
bool tells_nothing(const std::string& step, const std::vector<JudgedPlace>& places,
                   const Outcome& replay) {
  const JudgedPlace* const first = first_wrong(places);
  bool seen = false, reaches = first == nullptr;
  std::set<const JudgedPlace*> changed_by_all;
  for (const JudgedPlace& place : places) {
    if (place.verdict == StepVerdict::right && !differs_somewhere(places, place.name))
      changed_by_all.insert(&place);
  }
  const std::size_t versions = replay.results.empty() ? 0 : replay.results[0].shape[0];
  for (std::size_t version = 1; version < versions; ++version) {
    const auto changes = [&](const JudgedPlace& place) {
      return (marks_of(replay, version, place) & differs_from_solution) != 0;
    };
    const auto at = std::ranges::find_if(places, changes);
    if (at == places.end() || at->name != step) continue;
    const bool shows = std::ranges::any_of(places, [&](const JudgedPlace& place) {
      return place.student != nullptr && changes(place);
    });
    if (!shows) continue;
    seen = true;
    reaches = reaches || changes(*first);
    std::erase_if(changed_by_all, [&](const JudgedPlace* place) { return !changes(*place); });
  }
  return seen && (!reaches || !changed_by_all.empty());
}

}  // namespace

std::string words_on_turns(const Run& run, const Tolerance& tolerance) {
  if (run.outcome->results.empty()) return "";
  std::map<std::string, std::vector<std::string>> other;  // names by what is told of them
  std::set<std::string> seen;
  bool known = true;  // which turns are missing, of all of them
  for (const NamedTensor& step : run.one->steps) {
    if (!seen.insert(step.name).second) continue;
    const std::vector<const Tensor*> expected = turns_of(run.one->steps, step.name);
    const std::vector<const Tensor*> found = turns_of(run.outcome->steps, step.name);
    if (found.empty() || found.size() == expected.size()) continue;
    const std::string missing = missing_turns(found, expected, tolerance);
    known = known && !missing.empty();
    other[fmt::format("{} instead of {}{}", found.size(), expected.size(), missing)].push_back(
        step.name);
  }
  if (other.empty()) return "";
  std::vector<std::string> told;
  for (const auto& [times, names] : other)
    told.push_back(fmt::format("{} {}", listed(names), times));
  return fmt::format("Recorded another number of times: {}.{}", fmt::join(told, "; "),
                     known ? "" : " Which turn is which is not known.");
}

std::string advice_on_records(const std::vector<JudgedPlace>& places, const Outcome& replay,
                              std::string_view stub) {
  std::vector<std::string> missing;  // since the last that is right
  const auto recorded = [&](const std::string& name) {
    return std::ranges::any_of(places, [&](const JudgedPlace& place) {
      return place.name == name && place.student != nullptr;
    });
  };
  // Where nothing differs the program broke off: what it did not come to is no advice's matter.
  const auto first = std::ranges::find_if(places, &JudgedPlace::differs);
  if (first == places.end()) return "";
  for (auto place = places.begin(); place != first; ++place) {
    if (place->student != nullptr) missing.clear();
    const bool again = std::ranges::find(missing, place->name) != missing.end();
    if (place->verdict == StepVerdict::not_recorded && !again && !recorded(place->name))
      missing.push_back(place->name);
  }
  std::erase_if(missing,
                [&](const std::string& name) { return tells_nothing(name, places, replay); });
  if (missing.empty()) return "";
  const std::string& step = missing[missing.size() / 2];
  const RecordPlace place = place_in(stub, step);
  if (place.statement.empty()) return "";
  return fmt::format("To see whether \"{}\" {} right, record it: {}{}", step,
                     step.ends_with('s') ? "are" : "is", place.statement,
                     place.todo.empty() ? "" : fmt::format(" below {}", place.todo));
}

std::string misplaced_record(const std::string& right, const std::vector<std::string>& steps) {
  return fmt::format(
      "{} {} right all the same. Either \"{}\" {} recorded too early or too late, or a later line "
      "makes up for it",
      right, right.ends_with('s') ? "are" : "is", fmt::join(steps, "\" and \""),
      steps.size() > 1 ? "were" : "was");
}

std::optional<std::pair<std::string, std::string>> recorded_elsewhere(
    const Exercise& exercise, const std::vector<std::vector<JudgedPlace>>& runs, std::size_t run) {
  const std::vector<JudgedPlace>& places = runs.at(run);
  const JudgedPlace* const witness = right_in_spite_of_first_wrong(places, exercise.tolerance);
  if (witness == nullptr || differs_somewhere(runs, witness->name)) return std::nullopt;
  const std::string& step = first_wrong(places)->name;
  std::vector<std::string> follow;
  for (const JudgedPlace& place : places) {
    const bool first = place.name != step && std::ranges::count(follow, place.name) == 0;
    if (place.verdict == StepVerdict::follows && first) follow.push_back(place.name);
    if (place.verdict == StepVerdict::follows && !exercise.has_step(place.name))
      return std::nullopt;
    if (place.verdict == StepVerdict::wrong && first) break;  // others may follow from this one
  }
  if (follow.empty()) return std::pair(step, misplaced_record(witness->name, {step}));
  return std::pair(
      step,
      fmt::format("{} followed from these numbers, {} {} right all the same. "
                  "Either it was changed in between, or a later line makes up for it",
                  listed(follow), witness->name, witness->name.ends_with('s') ? "are" : "is"));
}

std::string right_so_far(const Run& run, const Tolerance& tolerance) {
  const std::vector<const NamedTensor*> recorded = recorded_for(run.one->steps, *run.outcome);
  std::vector<std::string> right;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    if (recorded[i] == nullptr) continue;
    if (!compare(recorded[i]->tensor, run.one->steps[i].tensor, tolerance).matches()) return "";
    const std::string& name = run.one->steps[i].name;
    if (std::ranges::find(right, name) == right.end()) right.push_back(name);
  }
  if (right.empty()) return "";
  const bool several = right.size() > 1 || right[0].ends_with('s');
  return fmt::format("{} {} right so far", listed(right), several ? "are" : "is");
}

}  // namespace grader
