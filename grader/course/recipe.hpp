#pragma once
// The object "recipe" of exercise.json: how inputs are drawn.

#include "core/exercise.hpp"
#include "course/json_node.hpp"

namespace grader {

/// Throws InputError where a length, a distribution or a range of sizes is wrong or missing.
Recipe read_recipe(const JsonNode& node);

}  // namespace grader
