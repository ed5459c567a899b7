#pragma once
// The object "measures" of exercise.json: numbers that grade what is random or learnt.

#include "core/exercise.hpp"
#include "course/json_node.hpp"

namespace grader {

/// Throws InputError where a requirement names no measure, has no bound, or has another's name.
Measures read_measures(const JsonNode& node);

}  // namespace grader
