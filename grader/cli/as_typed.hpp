#pragma once
// Advice that can be typed where the user stands.

#include <string>

namespace grader {

/// What to type for "./grade" in the current folder: a path to that script, as SOFTMARK_COMMAND
/// names it, the shorter one of relative and absolute; ./grade where that is not set.
const std::string& front_as_typed();

/// `text` with that in the place of each "./grade" that stands as a word of its own.
std::string as_typed(std::string text);

}  // namespace grader
