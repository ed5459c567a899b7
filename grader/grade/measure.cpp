#include "grade/measure.hpp"

#include "judge/requirements.hpp"

#include <algorithm>

namespace grader {

Outcome measure(Runner& runner, int measures_program, const Exercise& exercise, const Case& one,
                const Outcome& outcome, const Limits& limits) {
  if (outcome.ending != Ending::returned || outcome.results.size() != exercise.results.size() ||
      !too_large(exercise, outcome).empty()) {
    return {};
  }
  std::vector<Tensor> arguments;
  for (const std::string& name : exercise.measures->arguments) {
    const auto result = std::ranges::find(exercise.results, name);
    if (result == exercise.results.end()) {
      arguments.push_back(one.inputs.at(name));
    } else {
      arguments.push_back(
          outcome.results[static_cast<std::size_t>(result - exercise.results.begin())]);
    }
  }
  return runner.run(measures_program, arguments, limits);
}

}  // namespace grader
