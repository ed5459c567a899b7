#include "core/tokens.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace grader {
namespace {

/// Where the comment, space or preprocessor line ends that begins at `at`; `at` where none does.
std::size_t skipped(std::string_view text, std::size_t at) {
  const auto line_end = [&] { return std::min(text.find('\n', at), text.size()); };
  if (std::isspace(static_cast<unsigned char>(text[at])) != 0) return at + 1;
  if (text.substr(at, 2) == "//" || text[at] == '#') return line_end();
  if (text.substr(at, 2) != "/*") return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

std::size_t literal_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

std::size_t number_end(std::string_view text, std::size_t at) {
  const auto in_number = [&](std::size_t i) {
    const bool exponent =
        (text[i] == '+' || text[i] == '-') && (text[i - 1] == 'e' || text[i - 1] == 'E');
    return in_name(text[i]) || text[i] == '.' || text[i] == '\'' || exponent;
  };
  for (++at; at < text.size() && in_number(at); ++at) {
  }
  return at;
}

std::size_t sign_end(std::string_view text, std::size_t at) {
  for (const std::string_view sign : {"<=>", "...", "::", "->", "++", "--", "+=", "-=", "*=", "/=",
                                      "%=", "<=", ">=", "==", "!=", "&&", "||"}) {
    if (text.substr(at, sign.size()) == sign) return at + sign.size();
  }
  return at + 1;
}

Token token_at(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  Token token;
  token.begin = at;
  if (digit(at) || (text[at] == '.' && digit(at + 1))) {
    token.kind = Token::Kind::number;
    token.end = number_end(text, at);
  } else if (text[at] == '"' || text[at] == '\'') {
    token.kind = Token::Kind::literal;
    token.end = literal_end(text, at);
  } else if (in_name(text[at])) {
    token.kind = Token::Kind::word;
    token.end = static_cast<std::size_t>(
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), in_name) -
        text.begin());
  } else {
    token.end = sign_end(text, at);
  }
  token.text = text.substr(token.begin, token.end - token.begin);
  return token;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = skipped(text, at);
    if (next == at) tokens.push_back(token_at(text, at));
    at = next == at ? tokens.back().end : next;
  }
  return tokens;
}

std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth == 0) return i;
  }
  return tokens.size();
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

namespace {

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
