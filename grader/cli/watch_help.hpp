#pragma once

namespace grader {

/// What the keys of `watch` do.
inline constexpr const char* watch_help =
    "Save the file in your editor: it is graded at once, here.\n"
    "\n"
    "  n   the next exercise, once this one passes; nothing moves by itself\n"
    "  h   one more hint, first those of the first wrong step\n"
    "  c   the numbers of the failing case, the first wrong step first\n"
    "  p   the picture of the failing case, yours beside the expected one\n"
    "  s   the statement\n"
    "  v   the whole verdict, with all hints so far and all that was printed\n"
    "  l   the list of exercises; Enter there goes to one\n"
    "  o   another solution, once yours passes\n"
    "  d   a debugger, stopped in your function with the failing case\n"
    "  r   grade once more, without a change\n"
    "  x   the original stub back; it asks, and keeps a backup of yours\n"
    "  q   quit; so does Ctrl-C. Ctrl-Z stops, fg goes on\n"
    "\n"
    "In a text: arrows or j and k, Space and b, g and G move; q or Escape goes back.\n";

}  // namespace grader
