#pragma once
// The object "picture" of exercise.json.

#include "core/exercise.hpp"
#include "course/json_node.hpp"

namespace grader {

/// What `node` says about the pictures of `exercise`, whose arguments, results, steps and recipe
/// are read already. Throws InputError where a name is not among them.
PictureSpec read_picture(const JsonNode& node, const Exercise& exercise);

}  // namespace grader
