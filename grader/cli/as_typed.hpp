#pragma once
// Advice that works as typed, in the user's current folder.

#include <string>

namespace grader {

/// What to type in place of "./grade" in the current folder: the path of that script, which
/// SOFTMARK_COMMAND holds, relative or absolute, whichever is shorter; ./grade without that
/// variable.
const std::string& front_as_typed();

/// `text` with that in place of each "./grade" that is a word of its own.
std::string as_typed(std::string text);

}  // namespace grader
