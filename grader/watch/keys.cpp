#include "watch/keys.hpp"

#include <cctype>
#include <cstddef>
#include <optional>
#include <string>

namespace grader {
namespace {

/// The key of an escape sequence: `parameters` stand between "ESC [" and the last letter.
std::optional<int> special_key(std::string_view parameters, char last) {
  switch (last) {
    case 'A':
      return key_up;
    case 'B':
      return key_down;
    case 'C':
      return key_right;
    case 'D':
      return key_left;
    case 'H':
      return key_home;
    case 'F':
      return key_end;
    case '~':
      if (parameters == "5") return key_page_up;
      if (parameters == "6") return key_page_down;
      if (parameters == "1" || parameters == "7") return key_home;
      if (parameters == "4" || parameters == "8") return key_end;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<int> keys_in(std::string_view bytes) {
  std::vector<int> keys;
  std::size_t i = 0;
  while (i < bytes.size()) {
    const char c = bytes[i++];
    if (c != '\x1b') {
      if (c == '\r') keys.push_back(key_enter);
      if (c == '\n' || std::isprint(static_cast<unsigned char>(c)) != 0) keys.push_back(c);
      continue;
    }
    if (i == bytes.size() || (bytes[i] != '[' && bytes[i] != 'O')) {
      keys.push_back(key_escape);
      continue;
    }
    const std::size_t first = ++i;
    while (i < bytes.size() && (bytes[i] < '@' || bytes[i] > '~')) ++i;
    if (i == bytes.size()) break;
    if (const auto key = special_key(bytes.substr(first, i - first), bytes[i]))
      keys.push_back(*key);
    ++i;
  }
  return keys;
}

}  // namespace grader
