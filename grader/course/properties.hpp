#pragma once
// The list "properties" of exercise.json: what every right answer has in common.

#include "core/exercise.hpp"
#include "course/json_node.hpp"

#include <string>
#include <vector>

namespace grader {

/// Throws InputError where a property names an input that is not among `inputs`, or a word in
/// it is not known.
std::vector<Property> read_properties(const JsonNode& node, const std::vector<std::string>& inputs);

}  // namespace grader
