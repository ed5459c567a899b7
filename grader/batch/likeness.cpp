#include "batch/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace grader {
namespace {

/// Keywords: words that nobody can choose. The rest are names.
constexpr std::array cpp_keywords = std::to_array<std::string_view>(
    {"auto",      "bool",     "break",     "case",   "catch",    "char",    "class",    "const",
     "constexpr", "continue", "default",   "delete", "do",       "double",  "else",     "enum",
     "explicit",  "extern",   "false",     "float",  "for",      "friend",  "if",       "inline",
     "int",       "long",     "namespace", "new",    "noexcept", "nullptr", "operator", "private",
     "public",    "return",   "short",     "signed", "sizeof",   "static",  "struct",   "switch",
     "template",  "this",     "throw",     "true",   "try",      "typedef", "typename", "unsigned",
     "using",     "virtual",  "void",      "while",  "include",  "define"});

bool begins_word(unsigned char c) { return std::isalpha(c) != 0 || c == '_' || c >= 0x80; }
bool in_word(unsigned char c) { return begins_word(c) || std::isdigit(c) != 0; }

/// The length of the comment at the front; 0 for none.
std::size_t comment_length(std::string_view text) {
  if (text.starts_with("//")) return std::min(text.find('\n'), text.size());
  if (!text.starts_with("/*")) return 0;
  const std::size_t end = text.find("*/", 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

/// The length of the raw string literal at the front, such as R"(a)"; 0 for none.
std::size_t raw_length(std::string_view text) {
  if (!text.starts_with("R\"")) return 0;
  const std::size_t open = text.substr(0, 19).find('(');  // not in all that is left, each time
  if (open == std::string_view::npos) return 0;
  const std::string close = fmt::format("){}\"", text.substr(2, open - 2));
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

/// The length of the quoted literal at the front, with its quotes; 0 for none. A lone quote takes
/// the rest of its line along: who looked for its partner has been there, and need not again.
std::size_t quoted_length(std::string_view text) {
  if (text[0] != '"' && text[0] != '\'') return 0;
  std::size_t end = 1;
  for (; end < text.size() && text[end] != '\n'; ++end) {
    if (text[end] == text[0]) return end + 1;
    if (text[end] == '\\') ++end;
  }
  return std::min(end, text.size());
}

/// The length of the number at the front; 0 for none.
std::size_t number_length(std::string_view text) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  if (!digit(0) && !(text[0] == '.' && digit(1))) return 0;
  std::size_t end = 1;
  while (end < text.size()) {
    const char c = text[end];
    const bool sign = (c == '+' || c == '-') && (text[end - 1] == 'e' || text[end - 1] == 'E');
    const bool separator = c == '\'' && end + 1 < text.size() &&
                           std::isalnum(static_cast<unsigned char>(text[end + 1])) != 0;
    if (!in_word(static_cast<unsigned char>(c)) && c != '.' && !sign && !separator) break;
    ++end;
  }
  return end;
}

/// The length of the token at the front that stays as it is: a literal, or one character.
std::size_t kept_length(std::string_view text) {
  for (const auto& length : {raw_length, quoted_length, number_length}) {
    if (const std::size_t found = length(text)) return found;
  }
  return 1;
}

/// Joins lines that end in a backslash, and makes line ends of other systems plain ones.
std::string joined_lines(std::string_view code) {
  std::string text;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '\r') continue;
    if (code[i] == '\\' && i + 1 < code.size()) {
      const std::size_t next = code[i + 1] == '\r' ? i + 2 : i + 1;
      if (next < code.size() && code[next] == '\n') {
        i = next;
        continue;
      }
    }
    text += code[i];
  }
  return text;
}

}  // namespace

std::string plain_form(std::string_view code) {
  const std::string joined = joined_lines(code);
  std::string_view text = joined;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  std::map<std::string, std::size_t, std::less<>> names;
  std::string form;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    std::size_t length = std::isspace(first) != 0 ? 1 : comment_length(text);
    if (length == 0 && begins_word(first) && raw_length(text) == 0) {
      while (length < text.size() && in_word(static_cast<unsigned char>(text[length]))) ++length;
      const std::string_view word = text.substr(0, length);
      if (std::ranges::find(cpp_keywords, word) != cpp_keywords.end()) {
        form += fmt::format("{}\n", word);
      } else {
        form += fmt::format("name {}\n",
                            names.try_emplace(std::string(word), names.size()).first->second);
      }
    } else if (length == 0) {
      length = kept_length(text);
      form += fmt::format("{}\n", text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return form;
}

Digest256 likeness(std::string_view code) { return sha256(plain_form(code)); }

}  // namespace grader
