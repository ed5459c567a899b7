#pragma once
// The file exercise.json. docs/formats.md describes it.

#include "core/exercise.hpp"
#include "course/json_node.hpp"

namespace grader {

/// Fills in what exercise.json in the exercise's directory says; its name and folder are known.
/// Throws InputError, naming file and place, where a field is missing, unknown or wrong.
void read_exercise(Exercise& exercise);

/// The object "limits", of an exercise or a demonstration. What it leaves out has its default.
Limits read_limits(const JsonNode& node);

}  // namespace grader
