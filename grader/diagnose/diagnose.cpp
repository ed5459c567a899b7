#include "diagnose/diagnose.hpp"

#include "diagnose/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grader {
namespace {

bool answered(const Outcome& outcome) { return outcome.result.has_value(); }

/// Whether the program did on this case just what the mistake does.
bool consistent(const Run& run, const Mistake& mistake, const Tolerance& tolerance) {
  const auto values = run.one->mistakes.find(mistake.name);
  if (values == run.one->mistakes.end()) return false;
  if (!answered(*run.outcome)) {
    return run.outcome->ending == Ending::exception && !values->second.output;
  }
  return values->second.output &&
         compare(*run.outcome->result, *values->second.output, tolerance).matches();
}

/// How the recorded steps compare with `steps`: turn by turn for each name.
struct StepMatch {
  std::size_t compared = 0;
  std::size_t wrong = 0;
};

StepMatch match_steps(const Outcome& outcome, const std::vector<NamedTensor>& steps,
                      const Tolerance& tolerance) {
  StepMatch match;
  std::map<std::string, std::size_t> turns;
  for (const NamedTensor& step : steps) {
    const std::size_t turn = turns[step.name]++;
    std::size_t seen = 0;
    for (const SentStep& sent : outcome.steps) {
      if (sent.name != step.name || seen++ != turn) continue;
      ++match.compared;
      if (!compare(sent.tensor, step.tensor, tolerance).matches()) ++match.wrong;
    }
  }
  return match;
}

}  // namespace

std::optional<WrongStep> first_wrong_step(const Run& run, const Tolerance& tolerance) {
  std::map<std::string, std::size_t> occurrences;
  for (const NamedTensor& step : run.one->steps) ++occurrences[step.name];
  std::map<std::string, std::size_t> turns;
  for (const NamedTensor& step : run.one->steps) {
    const std::size_t turn = turns[step.name]++;
    std::size_t seen = 0;
    for (const SentStep& sent : run.outcome->steps) {
      if (sent.name != step.name || seen++ != turn) continue;
      const Comparison comparison = compare(sent.tensor, step.tensor, tolerance);
      if (comparison.matches()) continue;
      return WrongStep{step.name, occurrences[step.name] > 1 ? turn + 1 : 0,
                       explain_comparison(comparison, sent.tensor, step.tensor.shape)};
    }
  }
  return std::nullopt;
}

const Mistake* matching_mistake(const std::vector<Run>& runs, const std::vector<Mistake>& mistakes,
                                const Tolerance& tolerance) {
  std::vector<Run> known;  // fresh cases have no mistakes' numbers
  bool differs = false;
  for (const Run& run : runs) {
    if (run.one->fresh) continue;
    known.push_back(run);
    differs = differs || (answered(*run.outcome) &&
                          !compare(*run.outcome->result, run.one->expected, tolerance).matches());
  }
  if (!differs) return nullptr;
  const Mistake* found = nullptr;
  for (const Mistake& mistake : mistakes) {
    if (mistake.equivalent) continue;
    if (!std::all_of(known.begin(), known.end(),
                     [&](const Run& run) { return consistent(run, mistake, tolerance); })) {
      continue;
    }
    if (found != nullptr && found->message != mistake.message) return nullptr;
    // Of mistakes that share a message, the one that owns it speaks for all.
    if (found == nullptr || mistake.shares.empty()) found = &mistake;
  }
  return found;
}

std::vector<std::string> notes_on_steps(const std::vector<Run>& runs,
                                        const std::vector<Mistake>& mistakes,
                                        const Tolerance& tolerance) {
  std::vector<std::string> notes;
  for (const Mistake& mistake : mistakes) {
    if (!mistake.equivalent) continue;
    bool fits = true;
    bool differs = false;
    for (const Run& run : runs) {
      const auto values = run.one->mistakes.find(mistake.name);
      if (values == run.one->mistakes.end()) continue;
      fits = fits && match_steps(*run.outcome, values->second.steps, tolerance).wrong == 0;
      differs = differs || match_steps(*run.outcome, run.one->steps, tolerance).wrong > 0;
    }
    if (fits && differs) notes.push_back(mistake.message);
  }
  return notes;
}

}  // namespace grader
