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
/// for the `changed` ones, be it computed in float or in double.
bool holds(const Property& property, const Tensor& before, const Tensor& after,
           const std::map<std::string, Tensor>& changed, const Tolerance& exact);

/// The properties that a program lacks: it is called once more. They are not tried on answers of
/// another shape, nor, but for that of being finite, on such as are not finite.
std::vector<const Property*> lacking(const Exercise& exercise, std::span<const Case> cases,
                                     Runner& runner, int program, const Limits& limits);

}  // namespace grader
