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

/// Throws InputError where a length, a distribution or a range of sizes is wrong or missing.
Recipe read_recipe(const JsonNode& node);

/// Ranges of sizes, by symbol. Throws InputError where a size of a drawn input has none.
std::map<std::string, SizeRange> read_sizes(const JsonNode& node, const std::vector<Draw>& draws);

/// What `node` says about the pictures of `exercise`, whose arguments, results, steps and recipe
/// are read already. Throws InputError where a name is not among them.
PictureSpec read_picture(const JsonNode& node, const Exercise& exercise);

}  // namespace grader
