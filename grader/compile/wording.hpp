#pragma once
// Messages of compilers as a student can read them: short names, and the course's spelling of what
// other languages and libraries have.

#include <regex.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  /// Its groups where it is found first, empty those that took no part; nothing where it is not.
  std::optional<std::vector<std::string>> groups_in(const std::string& text) const;

  regex_t compiled;
};

/// A compiler's message with types as the course names them, Matrix instead of
/// xt::xtensor_container<..., 2, ...>; what is too long is cut.
std::string shortened(const std::string& message);

/// The name that a linker's symbol stands for, with types as above. Names that are not mangled
/// stay, but for their types.
std::string demangled(std::string_view symbol);

/// The course's spelling, in a sentence, for a line of code with another one at which a compiler
/// stopped with `message`, and says as `reason` why no function fits; empty where none is known.
std::string course_spelling(std::string_view message, std::string_view code,
                            std::string_view reason = {});

/// The same for what a compiler says on why no function fits: a whole message, or a note.
std::string on_reason(std::string_view reason);

/// A line without its comment and without what stands in quotes.
std::string code_only(std::string_view line);

}  // namespace grader
