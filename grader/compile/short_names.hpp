#pragma once
// Names and messages of compilers as a student can read them.

#include <regex.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace grader {

/// What is told of a message is no longer.
inline constexpr std::size_t message_length = 300;
inline constexpr std::size_t line_length = 16384;  ///< of what is read of a line of a log

/// An extended regular expression of POSIX: std::regex would take a twentieth of the grader's
/// build.
struct Pattern {
  explicit Pattern(const char* text) { regcomp(&compiled, text, REG_EXTENDED); }
  Pattern(const Pattern&) = delete;
  ~Pattern() { regfree(&compiled); }
  bool found_in(const std::string& text) const {
    return regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  }

  regex_t compiled;
};

/// A compiler's message with types as the course names them, Matrix instead of
/// xt::xtensor_container<..., 2, ...>; what is too long is cut.
std::string shortened(const std::string& message);

/// The name that a linker's symbol stands for, with types as above. Names that are not mangled
/// stay, but for their types.
std::string demangled(std::string_view symbol);

}  // namespace grader
