#include "grade/observe.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {

const Case& case_named(const std::vector<Case>& cases, const Exercise& exercise,
                       const std::string& name) {
  if (name.empty()) return cases.front();
  std::vector<std::string> names;
  for (const Case& one : cases) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw InputError(fmt::format("unknown case \"{}\" of {:02} {}{}", printable_name(name),
                               exercise.number, exercise.name, did_you_mean(name, names)),
                   fmt::format("its cases: {}", fmt::join(names, ", ")));
}

Observation observed(const Exercise& exercise, const Graded& graded, std::size_t run) {
  const CaseRun& judged = graded.runs.at(run);
  Observation observation;
  observation.one = graded.cases.at(run);
  observation.outcome = judged.outcome;
  observation.result = graded.result;
  observation.result.cases = {judged.result};
  if (judged.result.verdict == Verdict::passed) {
    observation.result.verdict = Verdict::passed;
    return observation;
  }
  for (const ReplayedRun& replayed : graded.replays) {
    if (replayed.run.one->name == observation.one.name)
      observation.given = given_its_steps(exercise, replayed);
  }
  return observation;
}

std::optional<std::size_t> run_of_case(const Graded& graded, const std::string& name) {
  const std::size_t count = graded.runs.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool failed = graded.runs[i].result.verdict != Verdict::passed;
    if (name.empty() ? failed : graded.cases[i].name == name) return i;
  }
  return name.empty() && count > 0 ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace grader
