#include "core/tokens.hpp"
#include "grade/whereabouts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

using Tokens = std::vector<Token>;

unsigned line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<unsigned>(std::ranges::count(text.substr(0, at), '\n'));
}

Place place_of(std::string_view text, const Token& token) {
  const std::size_t line_end = text.rfind('\n', token.begin);
  const std::size_t start = line_end == std::string_view::npos ? 0 : line_end + 1;
  return {line_of(text, token.begin), 1 + static_cast<unsigned>(token.begin - start)};
}

bool is_call(const Tokens& tokens, std::size_t at, std::string_view name) {
  return tokens[at].is(name) && at + 1 < tokens.size() && tokens[at + 1].is("(");
}

/// The place of the function's name where it is defined; the number of tokens where it is not.
std::size_t definition_of(const Tokens& tokens, std::string_view function) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_call(tokens, i, function)) continue;
    const std::size_t behind = closing(tokens, i + 1) + 1;
    if (behind < tokens.size() && tokens[behind].is("{")) return i;
  }
  return tokens.size();
}

/// The last return in the block that opens at `open`, of its own where it has one: a lambda and a
/// branch have others. `open` where there is none.
std::size_t last_return(const Tokens& tokens, std::size_t open) {
  const std::size_t close = closing(tokens, open);
  std::size_t own = open, any = open;
  int depth = 0;
  for (std::size_t i = open; i < close; ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (text != "return") continue;
    any = i;
    if (depth == 1) own = i;
  }
  return own != open ? own : any;
}

/// The place of the last token of the statement that begins at `at`: its semicolon, or the brace
/// that closes it.
std::size_t body_end(const Tokens& tokens, std::size_t at) {
  for (; at < tokens.size() && !tokens[at].is(";"); ++at) {
    if (tokens[at].is("{")) return closing(tokens, at);
    if (tokens[at].is("(")) at = closing(tokens, at);
  }
  return at;
}

}  // namespace

std::optional<Place> place_of_value(std::string_view text, const Exercise& exercise,
                                    const std::optional<std::string>& first_wrong_step) {
  const Tokens tokens = tokens_of(text);
  if (first_wrong_step) {
    const std::string name = fmt::format("\"{}\"", *first_wrong_step);
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
      if (is_call(tokens, i, "record") && tokens[i + 2].is(name)) return place_of(text, tokens[i]);
    }
  }
  const std::size_t function = definition_of(tokens, exercise.function);
  if (function == tokens.size()) return std::nullopt;
  const std::size_t open = closing(tokens, function + 1) + 1;
  const std::size_t found = last_return(tokens, open);
  return place_of(text, tokens[found == open ? function : found]);
}

std::string difference_counted_to(std::string_view text, unsigned line) {
  const Tokens tokens = tokens_of(text);
  std::string bound;
  for (std::size_t i = 0; i < tokens.size() && line_of(text, tokens[i].begin) <= line; ++i) {
    if (!is_call(tokens, i, "for") && !is_call(tokens, i, "while")) continue;
    const std::size_t close = closing(tokens, i + 1);
    const std::size_t end = body_end(tokens, close + 1);
    if (end < tokens.size() && line_of(text, tokens[end].begin) < line) continue;
    std::size_t at = i + 2;
    while (tokens[i].is("for") && at < close && !tokens[at].is(";")) ++at;
    while (at < close && !tokens[at].is("<") && !tokens[at].is("<=")) ++at;
    const std::size_t first = ++at;
    bool difference = false;
    for (; at < close && !tokens[at].is(";") && !tokens[at].is("&&"); ++at)
      difference = difference || (tokens[at].is("-") && at > first);
    bound = difference ? text.substr(tokens[first].begin, tokens[at - 1].end - tokens[first].begin)
                       : std::string();
  }
  return bound;
}

}  // namespace grader
