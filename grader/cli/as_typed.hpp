#pragma once
// Advice that works as typed, in the user's current folder.

#include <string>

namespace grader {

/// What to type in place of "./grade" in the current folder: the path of that script, which
/// SOFTMARK_COMMAND holds, relative or absolute, whichever is shorter; ./grade without that
/// variable. Then --course, where it was typed.
const std::string& front_as_typed();

/// Adds the --course that was typed to what is to be typed next.
void type_with_course(const std::string& folder);

/// `text` with that in place of each "./grade" that is a word of its own.
std::string as_typed(std::string text);

}  // namespace grader
