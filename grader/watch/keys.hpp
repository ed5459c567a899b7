#pragma once
// Makes keys of the bytes that a terminal sends. Pure.

#include <string_view>
#include <vector>

namespace grader {

/// Letters and digits are their own character; the others have these numbers.
enum Key : int {
  key_enter = '\n',
  key_escape = 27,
  key_up = 1000,
  key_down,
  key_page_up,
  key_page_down,
  key_home,
  key_end,
  key_left,
  key_right,
};

/// The keys in bytes that were read at once. Function keys, letters beyond ASCII and the mouse are
/// left out.
std::vector<int> keys_in(std::string_view bytes);

}  // namespace grader
