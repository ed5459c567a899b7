// Changes that need to know what is declared where.

#include "mutants/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace grader {
namespace {

struct Local {
  std::string name, type;
  std::size_t place = 0;  ///< of its declaration
};

bool is_keyword(std::string_view word) {
  constexpr std::array words{"return", "else",  "throw",    "new",      "delete",    "using",
                             "case",   "goto",  "typename", "struct",   "namespace", "class",
                             "enum",   "const", "static",   "constexpr"};
  return std::ranges::find(words, word) != words.end();
}

/// Whether the word at `place` is what a declaration names: a type stands before it, and what
/// follows fits.
bool declares(const Changes& changes, std::size_t place) {
  const Token& token = changes.at(place);
  const Token& before = changes.before(place);
  const Token& behind = changes.behind(place);
  if (token.kind != Token::Kind::word || is_keyword(token.text)) return false;
  const bool typed = (before.kind == Token::Kind::word && !is_keyword(before.text)) ||
                     (before.is("&") && !changes.is_between_operands(place - 1)) ||
                     (before.is(">") && !changes.is_between_operands(place - 1));
  if (!typed) return false;
  return std::ranges::any_of(std::array{"=", ";", ",", ")", ":", "{", "("},
                             [&](const char* sign) { return behind.is(sign); });
}

/// The words of the type before the name at `place`, without const and &.
std::string type_before(const Changes& changes, std::size_t place) {
  std::size_t first = place;
  int depth = 0;
  while (first > 0) {
    const Token& token = changes.at(first - 1);
    if (token.is(">")) ++depth;
    if (token.is("<")) --depth;
    const bool ends = token.is("(") || token.is(";") || token.is("{") || token.is("}") ||
                      (token.is(",") && depth == 0);
    if (ends) break;
    --first;
  }
  std::string type;
  for (std::size_t i = first; i < place; ++i) {
    if (!changes.at(i).is("const") && !changes.at(i).is("&")) type += changes.at(i).text;
  }
  return type;
}

/// Whether the declaration at `declared` ends before `place`: else the value is not there yet.
bool is_ready(const Changes& changes, std::size_t declared, std::size_t place) {
  const Token& behind = changes.behind(declared);
  if (!behind.is("=") && !behind.is("{") && !behind.is("(")) return true;  // a parameter
  for (std::size_t i = declared; i < place; ++i) {
    if (changes.at(i).is(";")) return true;
  }
  return false;
}

bool is_use(const Changes& changes, std::size_t place) {
  const Token& before = changes.before(place);
  return !before.is(".") && !before.is("::") && !before.is("->") && !changes.behind(place).is("::");
}

}  // namespace

void change_statements(Changes& changes) {
  for (const Statement& statement : statements_of(changes.tokens())) {
    const Token& first = changes.at(statement.first);
    bool keeps = is_keyword(first.text) || first.kind != Token::Kind::word;
    for (std::size_t i = statement.first; i < statement.last; ++i) keeps |= declares(changes, i);
    if (!keeps) changes.replace(statement.first, statement.last, "", "a statement left out");
  }
}

void change_variables(Changes& changes) {
  std::vector<Local> seen;
  int depth = 0;
  std::vector<std::pair<int, std::size_t>> blocks;  // depth, and how many were seen before
  for (std::size_t i = 0; i < changes.tokens().size(); ++i) {
    const Token& token = changes.at(i);
    if (token.is("{")) blocks.emplace_back(depth++, seen.size());
    if (token.is("}") && !blocks.empty()) {
      --depth;
      // Parameters stand before the brace of their function.
      seen.resize(depth <= 1 ? 0 : std::min(seen.size(), blocks.back().second));
      blocks.pop_back();
    }
    if (token.kind != Token::Kind::word) continue;
    if (declares(changes, i)) {
      seen.push_back({std::string(token.text), type_before(changes, i), i});
      continue;
    }
    const auto self = std::ranges::find(seen.rbegin(), seen.rend(), token.text, &Local::name);
    if (self == seen.rend() || !is_use(changes, i)) continue;
    const auto other = std::find_if(seen.rbegin(), seen.rend(), [&](const Local& one) {
      return one.type == self->type && one.name != self->name && is_ready(changes, one.place, i);
    });
    if (other != seen.rend()) changes.replace(i, std::string(other->name), "another variable");
  }
}

}  // namespace grader
