#pragma once
// Properties that every right answer has: they name a mistake where no numbers are known.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "run/runner.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace grader {

/// The inputs of a case with the property's changes made.
std::map<std::string, Tensor> changed_inputs(const Property& property,
                                             const std::map<std::string, Tensor>& inputs);

/// Whether the property holds of a function that gave `before` for the case's inputs and `after`
/// for the `changed` ones. An answer without its values, or without rows where rows are spoken
/// of, has no property. One computed in float has the same as in double.
bool holds(const Property& property, const Tensor& before, const Tensor& after,
           const std::map<std::string, Tensor>& changed, const Tolerance& exact);

/// The properties that a program lacks: it is called once more. They are not tried on answers that
/// are not finite or have another shape. The property of being finite is lacked only where the
/// answer to the first case, which has ordinary numbers, is finite.
std::vector<const Property*> lacking(const Exercise& exercise, std::span<const Case> cases,
                                     Runner& runner, int program, const Limits& limits);

}  // namespace grader
