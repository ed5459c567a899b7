#include "diagnose/fit_turns.hpp"

#include "diagnose/replay.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grader {
namespace {

using RecordedTurns = std::map<std::string, std::vector<const Tensor*>>;
/// Turn i of the program is turn order[i] of the solution.
using TurnOrder = std::vector<std::size_t>;

/// Steps that the solution records in one loop, each `turns` times.
struct Loop {
  std::vector<std::string> names;
  std::size_t turns = 0;
};

RecordedTurns recorded_turns(const std::vector<NamedTensor>& steps) {
  RecordedTurns turns;
  for (const NamedTensor& step : steps) turns[step.name].push_back(&step.tensor);
  return turns;
}

/// The loops of the solution, of whose steps the program recorded as many turns.
std::vector<Loop> loops_of(const Case& one, const RecordedTurns& student) {
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < one.steps.size(); ++i) places[one.steps[i].name].push_back(i);
  std::vector<Loop> loops;
  std::vector<std::pair<std::size_t, std::size_t>> first_turns;  // of each loop
  for (const auto& each : places) {
    const std::string& name = each.first;
    const std::vector<std::size_t>& all = each.second;
    const auto recorded = student.find(name);
    if (all.size() < 2 || recorded == student.end() || recorded->second.size() != all.size())
      continue;
    std::size_t i = 0;
    const auto interleaved = [&] {
      return first_turns[i].first < all[1] && all[0] < first_turns[i].second &&
             loops[i].turns == all.size();
    };
    while (i < loops.size() && !interleaved()) ++i;
    if (i == loops.size()) {
      loops.push_back({{}, all.size()});
      first_turns.emplace_back(all[0], all[1]);
    }
    loops[i].names.push_back(name);
  }
  return loops;
}

/// The order in which the program has the solution's turns, where all of these differ.
std::optional<TurnOrder> order_of(const std::vector<const Tensor*>& student,
                                  const std::vector<const Tensor*>& solution,
                                  const Tolerance& tolerance) {
  TurnOrder order;
  std::set<std::size_t> taken;
  for (const Tensor* turn : student) {
    std::size_t alike = 0, found = 0;
    for (std::size_t i = 0; i < solution.size(); ++i) {
      if (!compare(*turn, *solution[i], tolerance).matches()) continue;
      ++alike;
      found = i;
    }
    if (alike != 1 || !taken.insert(found).second) return std::nullopt;
    order.push_back(found);
  }
  return order;
}

/// The orders to try, without the program's own: where a step shows which one it is, that alone.
std::set<TurnOrder> orders_for(const Loop& loop, const RecordedTurns& student,
                               const RecordedTurns& solution, const Tolerance& tolerance) {
  TurnOrder own(loop.turns);
  std::iota(own.begin(), own.end(), std::size_t{0});
  std::set<TurnOrder> orders;
  for (const std::string& name : loop.names) {
    if (auto order = order_of(student.at(name), solution.at(name), tolerance))
      orders.insert(std::move(*order));
  }
  if (orders.contains(own)) return {};
  if (!orders.empty()) return orders;
  orders.insert(TurnOrder(own.rbegin(), own.rend()));
  for (std::size_t inner = 2; inner < loop.turns; ++inner) {
    if (loop.turns % inner != 0) continue;
    const std::size_t outer = loop.turns / inner;
    TurnOrder exchanged;
    for (std::size_t i = 0; i < loop.turns; ++i) exchanged.push_back(i % outer * inner + i / outer);
    orders.insert(std::move(exchanged));
  }
  return orders;
}

Outcome in_order(const Outcome& outcome, const Loop& loop, const TurnOrder& order) {
  Outcome changed = outcome;
  const RecordedTurns recorded = recorded_turns(outcome.steps);
  for (const std::string& name : loop.names) {
    std::vector<const Tensor*> turns(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) turns[order[i]] = recorded.at(name)[i];
    std::size_t turn = 0;
    for (NamedTensor& step : changed.steps) {
      if (step.name == name) step.tensor = *turns[turn++];
    }
  }
  return changed;
}

/// How many steps and results are wrong in some turn.
std::size_t count_wrong(const Exercise& exercise, const ReplayedRun& replayed) {
  std::set<std::string> wrong;
  for (const JudgedPlace& place : judge_places(exercise, replayed, {})) {
    if (place.differs()) wrong.insert(place.name);
  }
  return wrong.size();
}

}  // namespace

std::optional<Outcome> in_better_order(const Exercise& exercise, const Run& run,
                                       const ReplayOnce& replay) {
  constexpr std::size_t most_turns = 100;  // beyond, comparing all with all takes time
  const RecordedTurns solution = recorded_turns(run.one->steps);
  std::optional<Outcome> best;
  std::optional<std::size_t> fewest;  // wrong steps, so far
  for (const Loop& loop : loops_of(*run.one, recorded_turns(run.outcome->steps))) {
    if (loop.turns > most_turns) continue;
    const Outcome from = best ? *best : *run.outcome;
    const RecordedTurns student = recorded_turns(from.steps);
    for (const TurnOrder& order : orders_for(loop, student, solution, exercise.tolerance)) {
      if (!fewest) fewest = count_wrong(exercise, {run, replay(run)});
      Outcome changed = in_order(from, loop, order);
      const Run other{run.one, &changed};
      const std::size_t wrong = count_wrong(exercise, {other, replay(other)});
      if (wrong >= *fewest) continue;
      fewest = wrong;
      best = std::move(changed);
    }
  }
  return best;
}

}  // namespace grader
