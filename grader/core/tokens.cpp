#include "core/tokens.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cctype>

namespace grader {
namespace {

bool is_digit(std::string_view text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

bool in_word(char c) { return in_name(c) || static_cast<unsigned char>(c) >= 0x80; }

// Each of these gives how many bytes at the front of a text are one, 0 for none. Where the end is
// missing, all that is left is taken, or all of the line: no text is looked through again and
// again.

/// White space, or a line's end that a backslash takes away.
std::size_t space_length(std::string_view text) {
  for (const std::string_view joint : {"\\\n", "\\\r\n"}) {
    if (text.starts_with(joint)) return joint.size();
  }
  return std::isspace(static_cast<unsigned char>(text[0])) != 0 ? 1 : 0;
}

std::size_t comment_length(std::string_view text) {
  if (text.starts_with("//")) return std::min(text.find('\n'), text.size());
  if (!text.starts_with("/*")) return 0;
  const std::size_t end = text.find("*/", 2);
  return end == text.npos ? text.size() : end + 2;
}

/// What comes before the marks of a raw string: R" with a prefix or without.
std::size_t raw_mark_length(std::string_view text) {
  for (const std::string_view mark : {"R\"", "LR\"", "uR\"", "UR\"", "u8R\""}) {
    if (text.starts_with(mark)) return mark.size();
  }
  return 0;
}

std::size_t literal_length(std::string_view text) {
  constexpr std::size_t longest_mark = 16;
  const std::size_t open = text.substr(0, longest_mark + 5).find('(');
  const std::size_t raw = raw_mark_length(text);
  if (raw > 0 && open != text.npos) {
    const std::string close = ")" + std::string(text.substr(raw, open - raw)) + '"';
    const std::size_t end = text.find(close, open);
    return end == text.npos ? text.size() : end + close.size();
  }
  if (text[0] != '"' && text[0] != '\'') return 0;
  std::size_t end = 1;
  for (; end < text.size() && text[end] != '\n'; ++end) {
    if (text[end] == text[0]) return end + 1;
    if (text[end] == '\\') ++end;
  }
  return std::min(end, text.size());
}

std::size_t number_length(std::string_view text) {
  if (!is_digit(text, 0) && !(text[0] == '.' && is_digit(text, 1))) return 0;
  std::size_t end = 1;
  for (; end < text.size(); ++end) {
    const char c = text[end], before = text[end - 1];
    const bool exponent = (c == '+' || c == '-') && (before == 'e' || before == 'E');
    const bool separator = c == '\'' && end + 1 < text.size() && in_name(text[end + 1]);
    if (!in_word(c) && c != '.' && !exponent && !separator) break;
  }
  return end;
}

std::size_t word_length(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, in_word) - text.begin());
}

std::size_t sign_length(std::string_view text) {
  for (const std::string_view sign : {"<=>", "...", "::", "->", "++", "--", "+=", "-=", "*=", "/=",
                                      "%=", "<=", ">=", "==", "!=", "&&", "||"}) {
    if (text.starts_with(sign)) return sign.size();
  }
  return 1;
}

Token token_at(std::string_view text, std::size_t at) {
  using Kind = Token::Kind;
  const std::string_view rest = text.substr(at);
  for (const auto& [kind, length] :
       {std::pair(Kind::literal, &literal_length), std::pair(Kind::number, &number_length),
        std::pair(Kind::word, &word_length), std::pair(Kind::sign, &sign_length)}) {
    if (const std::size_t found = length(rest); found > 0)
      return {kind, rest.substr(0, found), at, at + found};
  }
  return {};
}

bool is_opening(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool is_closing(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

/// Whether the brace at `place` opens a block, and no list of values.
bool opens_block(const std::vector<Token>& tokens, std::size_t place) {
  if (place == 0) return true;
  const std::string_view before = tokens[place - 1].text;
  for (const std::string_view word :
       {")", ";", "{", "}", "else", "do", "try", "const", "mutable", "namespace", "noexcept"}) {
    if (before == word) return true;
  }
  const std::string_view second = place > 1 ? tokens[place - 2].text : "";
  return second == "namespace" || second == "struct" || second == "class" || second == "enum";
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text, Directives directives) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool skipped = directives == Directives::skipped && rest[0] == '#';
    if (skipped) {
      at += std::min(rest.find('\n'), rest.size());
    } else if (const std::size_t blank = std::max(space_length(rest), comment_length(rest))) {
      at += blank;
    } else {
      tokens.push_back(token_at(text, at));
      at = tokens.back().end;
    }
  }
  return tokens;
}

std::vector<std::string> code_lines(std::string_view text) {
  std::string code;
  while (!text.empty()) {
    const std::size_t comment = comment_length(text);
    const std::size_t length = comment > 0 ? comment : token_at(text, 0).end;
    for (const char c : text.substr(0, length)) {
      if (comment == 0 || c == '\n') code += c;
    }
    text.remove_prefix(length);
  }
  return split_lines(code);
}

std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    depth += is_opening(tokens[i]) ? 1 : is_closing(tokens[i]) ? -1 : 0;
    if (depth == 0) return i;
  }
  return tokens.size();
}

std::vector<std::size_t> closings_of(const std::vector<Token>& tokens) {
  std::vector<std::size_t> closings(tokens.size(), tokens.size()), open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_opening(tokens[i])) open.push_back(i);
    if (!is_closing(tokens[i]) || open.empty()) continue;
    closings[open.back()] = i;
    open.pop_back();
  }
  return closings;
}

std::vector<std::pair<std::size_t, std::size_t>> arguments_at(const std::vector<Token>& tokens,
                                                              std::size_t open) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const std::size_t close = closing(tokens, open);
  std::size_t first = open + 1;
  for (std::size_t i = open + 1; i < tokens.size() && i <= close; ++i) {
    const std::string_view text = tokens[i].text;
    if (i == close || text == ",") {
      if (i > first) found.emplace_back(first, i);
      first = i + 1;
    } else if (text == "(" || text == "[" || text == "{") {
      i = closing(tokens, i);
    }
  }
  return found;
}

std::vector<Statement> statements_of(const std::vector<Token>& tokens) {
  std::vector<Statement> found;
  Statement now;
  const auto begin_at = [&](std::size_t place) { now = {place, place, place}; };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool starts = i == now.first;
    if (token.is(";")) {
      now.last = i;
      if (now.last > now.first) found.push_back(now);
      begin_at(i + 1);
    } else if (token.is("}") || (token.is("{") && opens_block(tokens, i))) {
      begin_at(i + 1);
    } else if (starts && token.is("else")) {
      now.first = i + 1;
    } else if (starts && (token.is("if") || token.is("for") || token.is("while"))) {
      while (i + 1 < tokens.size() && !tokens[i].is("(")) ++i;
      i = closing(tokens, i);
      now.first = i + 1;
    } else if (token.is("(") || token.is("[") || token.is("{")) {
      // A lambda's block has statements of its own; else nothing inside brackets is one.
      const std::size_t close = closing(tokens, i);
      const bool has_block =
          std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(i),
                      tokens.begin() + static_cast<std::ptrdiff_t>(std::min(close, tokens.size())),
                      [](const Token& inner) { return inner.is(";"); });
      if (!has_block) i = close;
    }
  }
  return found;
}

}  // namespace grader
