#pragma once
// A compiler's output, entry by entry.

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// One "file:line:column: kind: message" of a compiler, with the lines of code printed below it.
struct Entry {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string kind;  ///< error, fatal error, warning, note; "required" for GCC's "required from"
  std::string message;
  std::vector<std::string> code;
};

/// The entries of a compiler's output, in their order, made harmless.
std::vector<Entry> entries_of(std::string_view log);

bool is_error(const Entry& entry);

}  // namespace grader
