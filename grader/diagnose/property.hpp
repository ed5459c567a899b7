#pragma once
// Properties that every right answer has: they name a mistake where no numbers are known. Pure.

#include "core/case.hpp"
#include "core/outcome.hpp"

#include <map>
#include <string>

namespace grader {

/// Whether all values are there, and none is NaN or an infinity.
bool is_finite(const Tensor& tensor);

/// The inputs of a case with the property's changes made.
std::map<std::string, Tensor> changed_inputs(const Property& property,
                                             const std::map<std::string, Tensor>& inputs);

/// Whether the property holds of a function that gave `before` for the case's inputs and `after`
/// for the `changed` ones. An answer without its values, or without rows where rows are spoken
/// of, has no property. One computed in float has the same as in double.
bool holds(const Property& property, const Tensor& before, const Tensor& after,
           const std::map<std::string, Tensor>& changed, const Tolerance& exact);

}  // namespace grader
