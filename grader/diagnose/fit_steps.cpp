#include "diagnose/fit_steps.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grader {
namespace {

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
    if (exercise.has_step(step.name)) continue;
    const auto known = std::ranges::find_if(exercise.steps, [&](const std::string& name) {
      return essence(name) == essence(step.name);
    });
    if (known != exercise.steps.end()) step.name = *known;
  }
}

/// Leaves out the steps of which every turn is empty where the solution's are not: a variable of
/// the stub that was never filled.
void drop_unfilled(const Case& one, Outcome& outcome) {
  std::set<std::string> wanted, filled;
  for (const NamedTensor& step : one.steps) {
    if (element_count(step.tensor.shape) > 0) wanted.insert(step.name);
  }
  for (const NamedTensor& step : outcome.steps) {
    if (element_count(step.tensor.shape) > 0) filled.insert(step.name);
  }
  std::erase_if(outcome.steps, [&](const NamedTensor& step) {
    return wanted.contains(step.name) && !filled.contains(step.name);
  });
}

using Turns = std::vector<Tensor*>;

/// The turns of each step, in their order.
std::map<std::string, Turns> turns_in(std::vector<NamedTensor>& steps) {
  std::map<std::string, Turns> turns;
  for (NamedTensor& step : steps) turns[step.name].push_back(&step.tensor);
  return turns;
}

}  // namespace

void fit_steps(const Exercise& exercise, const Case& one, Outcome& outcome) {
  fit_names(exercise, outcome);
  drop_unfilled(one, outcome);
  std::map<std::string, std::vector<const Tensor*>> expected;
  for (const NamedTensor& step : one.steps) expected[step.name].push_back(&step.tensor);
  const std::map<std::string, Turns> recorded = turns_in(outcome.steps);
  for (const auto& [name, turns] : recorded) {
    const auto wanted = expected.find(name);
    if (wanted == expected.end()) continue;
    for (std::size_t i = 0; i < turns.size() && i < wanted->second.size(); ++i) {
      const Shape& shape = wanted->second[i]->shape;
      if (same_but_for_ones(turns[i]->shape, shape)) turns[i]->shape = shape;
    }
  }
}

}  // namespace grader
