#include "mutants/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>

namespace grader {

bool Changes::is_between_operands(std::size_t place) const {
  const Token& token = tokens_[place];
  const auto space = [&](std::size_t at) {
    return at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at])) != 0;
  };
  return token.begin > 0 && space(token.begin - 1) && space(token.end);
}

void Changes::replace(std::size_t first, std::size_t last, std::string replacement,
                      const char* kind) {
  mutants_.push_back({tokens_[first].begin, tokens_[last - 1].end, std::move(replacement), kind});
}

namespace {

struct Exchange {
  std::string_view from;
  const char* to;
};

/// Signs between two operands.
constexpr Exchange signs[] = {{"+", "-"},   {"-", "+"},   {"*", "/"},   {"/", "*"},   {"<", "<="},
                              {"<=", "<"},  {">", ">="},  {">=", ">"},  {"==", "!="}, {"!=", "=="},
                              {"<", ">"},   {">", "<"},   {"&&", "||"}, {"||", "&&"}, {"+=", "-="},
                              {"-=", "+="}, {"*=", "/="}, {"/=", "*="}, {"+=", "="},  {"-=", "="},
                              {"*=", "="},  {"/=", "="}};

/// Names that stand for each other.
constexpr Exchange names[] = {{"sum", "mean"},
                              {"mean", "sum"},
                              {"amax", "amin"},
                              {"amin", "amax"},
                              {"max", "min"},
                              {"min", "max"},
                              {"maximum", "minimum"},
                              {"minimum", "maximum"},
                              {"argmax", "argmin"},
                              {"argmin", "argmax"},
                              {"max_element", "min_element"},
                              {"min_element", "max_element"},
                              {"variance", "stddev"},
                              {"tril", "triu"},
                              {"triu", "tril"},
                              {"begin", "end"},
                              {"true", "false"},
                              {"false", "true"}};

/// Other numbers for a constant: one more, one less, 0, 1, its opposite, its double.
void change_number(Changes& changes, std::size_t place) {
  constexpr const char* kind = "another axis or constant";
  const std::string text(changes.at(place).text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return;
  const bool whole = text.find_first_of(".eE") == std::string::npos;
  if (whole) {
    changes.replace(place, fmt::format("{}", static_cast<long>(value) + 1), kind);
    if (value >= 1) changes.replace(place, fmt::format("{}", static_cast<long>(value) - 1), kind);
    if (value > 2) changes.replace(place, fmt::format("{}", 2 * static_cast<long>(value)), kind);
    return;
  }
  for (const double other : {0.0, 1.0, -value, 2 * value}) {
    std::string number = fmt::format("{}", other);
    if (number.find_first_of(".e") == std::string::npos) number += ".0";  // still no whole number
    if (other != value) changes.replace(place, number, kind);
  }
}

bool is_simple(const Changes& changes, std::pair<std::size_t, std::size_t> argument) {
  return argument.second == argument.first + 1 &&
         changes.at(argument.first).kind != Token::Kind::sign;
}

/// Where the name begins that ends at `place`, with what it is a member of: xt::linalg::dot.
std::size_t name_begin(const Changes& changes, std::size_t place) {
  while (place >= 2 && (changes.at(place - 1).is("::") || changes.at(place - 1).is(".")) &&
         changes.at(place - 2).kind == Token::Kind::word)
    place -= 2;
  return place;
}

/// The place behind the operand that begins at `place`: a name, number or bracket, with the calls,
/// members and indices that follow it.
std::size_t operand_end(const Changes& changes, std::size_t place) {
  const std::vector<Token>& tokens = changes.tokens();
  while (place < tokens.size() && (tokens[place].is("-") || tokens[place].is("!"))) ++place;
  if (place >= tokens.size()) return place;
  std::size_t end = tokens[place].is("(") ? closing(tokens, place) + 1 : place + 1;
  while (end < tokens.size()) {
    if (tokens[end].is("::") || tokens[end].is(".") || tokens[end].is("->")) {
      end += 2;
    } else if (tokens[end].is("(") || tokens[end].is("[") ||
               (tokens[end].is("{") && tokens[end].begin == tokens[end - 1].end)) {
      end = closing(tokens, end) + 1;
    } else if (tokens[end].is("<") && tokens[end].begin == tokens[end - 1].end) {
      while (end < tokens.size() && !tokens[end].is(">")) ++end;
      ++end;
    } else {
      break;
    }
  }
  return std::min(end, tokens.size());
}

void transpose_arguments(Changes& changes, std::size_t name, std::size_t open) {
  for (const auto& [first, last] : arguments_at(changes.tokens(), open))
    changes.replace(first, last, fmt::format("xt::transpose({})", changes.words(first, last)),
                    "transposed");
  const auto arguments = arguments_at(changes.tokens(), open);
  if (arguments.size() != 2) return;
  const auto [a, b] = std::pair(arguments[0], arguments[1]);
  changes.replace(name_begin(changes, name), closing(changes.tokens(), open) + 1,
                  fmt::format("{}({}, {})", changes.words(name_begin(changes, name), open),
                              changes.words(b.first, b.second), changes.words(a.first, a.second)),
                  "factors swapped");
}

/// A(i, j) becomes A(j, i).
void swap_indices(Changes& changes, std::size_t open) {
  const auto arguments = arguments_at(changes.tokens(), open);
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    const auto a = arguments[i], b = arguments[i + 1];
    if (!is_simple(changes, a) || !is_simple(changes, b)) continue;
    changes.replace(a.first, b.second,
                    fmt::format("{}, {}", changes.at(b.first).text, changes.at(a.first).text),
                    "arguments swapped");
  }
}

}  // namespace

void change_tokens(Changes& changes) {
  for (std::size_t i = 0; i < changes.tokens().size(); ++i) {
    const Token& token = changes.at(i);
    if (token.kind == Token::Kind::number) change_number(changes, i);
    for (const Exchange& sign : signs) {
      if (token.is(sign.from) && changes.is_between_operands(i))
        changes.replace(i, sign.to, "another sign");
    }
    const bool named = changes.before(i).is("::") || changes.behind(i).is("(") ||
                       changes.behind(i).is("<") || token.is("true") || token.is("false");
    for (const Exchange& name : names) {
      if (token.is(name.from) && named && token.kind == Token::Kind::word)
        changes.replace(i, name.to, "another function");
    }
    if (token.is("<") && changes.is_between_operands(i)) {
      const std::size_t end = operand_end(changes, i + 1);
      for (const char* step : {" - 1", " + 1"})
        changes.replace(i + 1, end, std::string(changes.words(i + 1, end)) + step,
                        "a bound moved by one");
    }
  }
}

void change_calls(Changes& changes) {
  for (std::size_t i = 0; i < changes.tokens().size(); ++i) {
    const Token& token = changes.at(i);
    if (token.is("keep_dims") && changes.before(i).is("::")) {
      const std::size_t name = name_begin(changes, i);
      if (changes.before(name).is(",")) changes.replace(name - 1, i + 1, "", "keep_dims left out");
    }
    if (token.kind != Token::Kind::word || !changes.behind(i).is("(")) continue;
    const std::size_t open = i + 1, end = closing(changes.tokens(), open) + 1;
    if (token.is("dot") || token.is("matmul")) {
      transpose_arguments(changes, i, open);
    } else if (token.is("transpose")) {
      const auto arguments = arguments_at(changes.tokens(), open);
      if (arguments.empty()) continue;
      changes.replace(name_begin(changes, i), end,
                      std::string(changes.words(arguments[0].first, arguments[0].second)),
                      "not transposed");
    } else if (token.is("sqrt") || token.is("exp") || token.is("log")) {
      const std::size_t name = name_begin(changes, i);
      changes.replace(name, end, fmt::format("static_cast<int>({})", changes.words(name, end)),
                      "cut to an integer");
      changes.replace(name, end, std::string(changes.words(open, end)), "a function left out");
    }
    const Token& before = changes.before(i);
    const bool declared = before.is("&") || before.is(">") ||
                          (before.kind == Token::Kind::word && !before.is("return"));
    if (!declared) swap_indices(changes, open);
  }
}

void change_operands(Changes& changes) {
  for (std::size_t i = 1; i + 1 < changes.tokens().size(); ++i) {
    const Token& token = changes.at(i);
    const bool sums = token.is("+") || token.is("-");
    if (!(sums || token.is("*") || token.is("/")) || !changes.is_between_operands(i)) continue;
    std::size_t end = operand_end(changes, i + 1);
    while (sums && end + 1 < changes.tokens().size() && changes.is_between_operands(end) &&
           (changes.at(end).is("*") || changes.at(end).is("/")))
      end = operand_end(changes, end + 1);
    changes.replace(i, end, "", "an operand left out");
  }
}

// What follows needs to know what is declared where.
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
