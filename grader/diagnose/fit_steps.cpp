#include "diagnose/fit_steps.hpp"

#include "judge/compare.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grader {
namespace {

/// Beyond so many turns their order is taken as it is: each is compared with each.
constexpr std::size_t most_turns = 64;

/// The letters and digits of a name, small.
std::string essence(const std::string& name) {
  std::string letters;
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0) letters += static_cast<char>(std::tolower(letter));
  }
  return letters;
}

void fit_names(const Exercise& exercise, Outcome& outcome) {
  for (NamedTensor& step : outcome.steps) {
    if (std::ranges::find(exercise.steps, step.name) != exercise.steps.end()) continue;
    const auto known = std::ranges::find_if(exercise.steps, [&](const std::string& name) {
      return essence(name) == essence(step.name);
    });
    if (known != exercise.steps.end()) step.name = *known;
  }
}

Shape without_ones(const Shape& shape) {
  Shape rest;
  std::ranges::copy_if(shape, std::back_inserter(rest),
                       [](std::size_t length) { return length != 1; });
  return rest;
}

using Turns = std::vector<Tensor*>;

/// The turns of each step, in their order.
std::map<std::string, Turns> turns_in(std::vector<NamedTensor>& steps) {
  std::map<std::string, Turns> turns;
  for (NamedTensor& step : steps) turns[step.name].push_back(&step.tensor);
  return turns;
}

/// For each turn that is expected the one that was recorded, where all are right in some order, and
/// not in that of the loop.
std::optional<std::vector<std::size_t>> other_order(const Turns& recorded,
                                                    const std::vector<const Tensor*>& expected,
                                                    const Tolerance& tolerance) {
  const std::size_t count = expected.size();
  if (recorded.size() != count || count < 2 || count > most_turns) return std::nullopt;
  std::vector<std::size_t> order;
  std::vector<bool> taken(count, false);
  bool in_order = true;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t found = count;
    for (std::size_t step = 0; step < count && found == count; ++step) {
      const std::size_t k = (i + step) % count;  // its own turn first
      if (!taken[k] && compare(*recorded[k], *expected[i], tolerance).matches()) found = k;
    }
    if (found == count) return std::nullopt;
    taken[found] = true;
    in_order = in_order && found == i;
    order.push_back(found);
  }
  return in_order ? std::nullopt : std::optional(order);
}

void reorder(const std::vector<std::size_t>& order, const Turns& turns) {
  std::vector<Tensor> sorted;
  for (const std::size_t k : order) sorted.push_back(std::move(*turns[k]));
  for (std::size_t i = 0; i < turns.size(); ++i) *turns[i] = std::move(sorted[i]);
}

}  // namespace

void fit_steps(const Exercise& exercise, const Case& one, Outcome& outcome) {
  fit_names(exercise, outcome);
  std::map<std::string, std::vector<const Tensor*>> expected;
  for (const NamedTensor& step : one.steps) expected[step.name].push_back(&step.tensor);
  const std::map<std::string, Turns> recorded = turns_in(outcome.steps);
  std::map<std::size_t, std::vector<std::size_t>> orders;  // by the number of turns
  for (const auto& [name, turns] : recorded) {
    const auto wanted = expected.find(name);
    if (wanted == expected.end()) continue;
    for (std::size_t i = 0; i < turns.size() && i < wanted->second.size(); ++i) {
      const Shape& shape = wanted->second[i]->shape;
      if (without_ones(turns[i]->shape) == without_ones(shape)) turns[i]->shape = shape;
    }
    if (auto order = other_order(turns, wanted->second, exercise.tolerance))
      orders.emplace(turns.size(), std::move(*order));
  }
  for (const auto& [name, turns] : recorded) {
    const auto order = orders.find(turns.size());
    if (order != orders.end() && expected.contains(name)) reorder(order->second, turns);
  }
}

}  // namespace grader
