#include "grade/properties.hpp"

#include "diagnose/property.hpp"
#include "grade/cases.hpp"

#include <algorithm>

namespace grader {

std::vector<const Property*> lacking(const Calls& calls, const Exercise& exercise,
                                     std::span<const Case> cases) {
  const auto answer = [&](const std::map<std::string, Tensor>& inputs) {
    const Outcome outcome =
        calls.runner.run(calls.program, arguments_of(exercise, inputs), calls.limits);
    return outcome.results.empty() ? Tensor{} : outcome.results[0];
  };
  std::vector<const Property*> found;
  for (const Property& property : exercise.properties) {
    if (calls.runner.used_up(calls.limits)) break;
    const auto one = std::ranges::find(cases, property.case_name, &Case::name);
    if (one == cases.end()) continue;  // not among those to grade
    const Shape& shape = one->expected[0].shape;
    const auto changed = changed_inputs(property, one->inputs);
    const Tensor before = answer(one->inputs);
    if (property.relation == Relation::finite) {
      if (before.shape != shape || is_finite(before)) continue;
      // Those before it have ordinary numbers.
      const bool ordinary = std::all_of(
          cases.begin(), one, [&](const Case& each) { return is_finite(answer(each.inputs)); });
      if (ordinary) found.push_back(&property);
      continue;
    }
    const Tensor after = answer(changed);
    if (before.shape != shape || after.shape != shape || !is_finite(before) || !is_finite(after))
      continue;
    if (!holds(property, before, after, changed, exercise.tolerance)) found.push_back(&property);
  }
  return found;
}

}  // namespace grader
