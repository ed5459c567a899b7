#include "student/mutants.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <span>

namespace grader {
namespace {

constexpr std::pair<const char*, const char*> sign_pairs[] = {
    {"+", "-"}, {"*", "/"},   {"<", "<="},  {">", ">="}, {"==", "!="},
    {"<", ">"}, {"&&", "||"}, {"+=", "-="}, {"*=", "/="}};

constexpr std::pair<const char*, const char*> name_pairs[] = {
    {"sum", "mean"},        {"amax", "amin"},     {"max", "min"},
    {"maximum", "minimum"}, {"argmax", "argmin"}, {"max_element", "min_element"},
    {"tril", "triu"},       {"true", "false"}};

bool is_any(const Token& token, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, token.text) != words.end();
}

struct Local {
  std::string name, type;
  std::size_t place = 0;  ///< of its declaration
};

bool is_keyword(const Token& token) {
  return is_any(token,
                {"return", "else", "throw", "new", "delete", "using", "case", "goto", "typename",
                 "struct", "namespace", "class", "enum", "const", "static", "constexpr"});
}

/// Makes small changes of a text, of one kind after the other.
class Changes {
 public:
  /// Both must outlive this.
  Changes(const std::vector<Token>& tokens, std::string_view text) : tokens_(tokens), text_(text) {}

  std::vector<Mutant> all() {
    exchange_tokens();
    change_calls();
    leave_out_operands();
    leave_out_statements();
    exchange_variables_of_a_type();
    return std::move(mutants_);
  }

 private:
  const Token& at(std::size_t place) const { return tokens_[place]; }
  /// The token before or behind; one without text where there is none.
  const Token& before(std::size_t place) const { return place > 0 ? tokens_[place - 1] : none_; }
  const Token& behind(std::size_t place) const {
    return place + 1 < tokens_.size() ? tokens_[place + 1] : none_;
  }

  /// The text from the token at `first` up to the one at `last`, without it.
  std::string words(std::size_t first, std::size_t last) const {
    return std::string(
        text_.substr(tokens_[first].begin, tokens_[last - 1].end - tokens_[first].begin));
  }

  /// Whether a sign stands between two operands: it has a space on both sides.
  bool is_between_operands(std::size_t place) const {
    const Token& token = tokens_[place];
    const auto space = [&](std::size_t i) {
      return i < text_.size() && std::isspace(static_cast<unsigned char>(text_[i])) != 0;
    };
    return token.begin > 0 && space(token.begin - 1) && space(token.end);
  }

  /// Replaces the tokens from `first` up to `last`, without it.
  void replace(std::size_t first, std::size_t last, std::string replacement, const char* kind) {
    mutants_.push_back({tokens_[first].begin, tokens_[last - 1].end, std::move(replacement), kind});
  }
  void replace(std::size_t place, std::string replacement, const char* kind) {
    replace(place, place + 1, std::move(replacement), kind);
  }

  void exchange(std::size_t place, std::span<const std::pair<const char*, const char*>> pairs,
                const char* kind) {
    for (const auto& [one, other] : pairs) {
      if (at(place).is(one)) replace(place, other, kind);
      if (at(place).is(other)) replace(place, one, kind);
    }
  }

  /// Other numbers for a constant: one more, one less, 0, 1, its opposite, its double.
  void change_number(std::size_t place) {
    const std::string text(at(place).text);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return;
    if (text.find_first_of(".eE") == std::string::npos) {
      const auto whole = static_cast<long>(value);
      constexpr const char* kind = "axis: another number";
      replace(place, std::to_string(whole + 1), kind);
      if (whole >= 1) replace(place, std::to_string(whole - 1), kind);
      if (whole > 2) replace(place, std::to_string(2 * whole), kind);
      return;
    }
    for (const double other : {0.0, 1.0, -value, 2 * value}) {
      std::string number = fmt::format("{}", other);
      if (number.find_first_of(".e") == std::string::npos) number += ".0";  // still no whole number
      if (other != value) replace(place, number, "scale: another number");
    }
  }

  bool is_simple(std::pair<std::size_t, std::size_t> argument) {
    return argument.second == argument.first + 1 && at(argument.first).kind != Token::Kind::sign;
  }

  /// Where the name begins that ends at `place`, with what it is a member of: xt::linalg::dot.
  std::size_t name_begin(std::size_t place) {
    while (place >= 2 && is_any(at(place - 1), {"::", "."}) &&
           at(place - 2).kind == Token::Kind::word)
      place -= 2;
    return place;
  }

  /// The place behind the operand that begins at `place`: a name, number or bracket, with the
  /// calls, members and indices that follow it.
  std::size_t operand_end(std::size_t place) {
    while (place < tokens_.size() && is_any(at(place), {"-", "!"})) ++place;
    if (place >= tokens_.size()) return place;
    std::size_t end = tokens_[place].is("(") ? closing(tokens_, place) + 1 : place + 1;
    while (end < tokens_.size()) {
      const bool touches = at(end).begin == at(end - 1).end;
      if (is_any(at(end), {"::", ".", "->"})) {
        end += 2;
      } else if (is_any(at(end), {"(", "["}) || (at(end).is("{") && touches)) {
        end = closing(tokens_, end) + 1;
      } else if (at(end).is("<") && touches) {
        while (end < tokens_.size() && !tokens_[end].is(">")) ++end;
        ++end;
      } else {
        break;
      }
    }
    return std::min(end, tokens_.size());
  }

  void transpose_arguments(std::size_t name, std::size_t open) {
    for (const auto& [first, last] : arguments_at(tokens_, open))
      replace(first, last, fmt::format("xt::transpose({})", words(first, last)), "order: axes");
    const auto arguments = arguments_at(tokens_, open);
    if (arguments.size() != 2) return;
    const auto [a, b] = std::pair(arguments[0], arguments[1]);
    replace(name_begin(name), closing(tokens_, open) + 1,
            fmt::format("{}({}, {})", words(name_begin(name), open), words(b.first, b.second),
                        words(a.first, a.second)),
            "order: factors swapped");
  }

  /// A(i, j) becomes A(j, i), and the first two arguments of xt::view change places.
  void swap_indices(std::size_t open) {
    const auto arguments = arguments_at(tokens_, open);
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
      const auto a = arguments[i], b = arguments[i + 1];
      const bool slices = i > 0 && before(open).is("view");
      if (!slices && (!is_simple(a) || !is_simple(b))) continue;
      replace(a.first, b.second,
              fmt::format("{}, {}", words(b.first, b.second), words(a.first, a.second)),
              "order: arguments swapped");
    }
  }

  void exchange_tokens() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = at(i);
      if (token.kind == Token::Kind::number) change_number(i);
      if (is_between_operands(i)) {
        exchange(i, sign_pairs, "sign: another one");
        if (is_any(token, {"+=", "-=", "*=", "/="})) replace(i, "=", "sign: another one");
      }
      if (token.kind == Token::Kind::word && (before(i).is("::") || is_any(behind(i), {"(", "<"}) ||
                                              is_any(token, {"true", "false"}))) {
        exchange(i, name_pairs, "other: another function");
        if (token.is("variance")) replace(i, "stddev", "other: another function");
        if (token.is("begin")) replace(i, "end", "other: another function");
      }
      if (token.is("<") && is_between_operands(i)) {
        const std::size_t end = operand_end(i + 1);
        for (const char* step : {" - 1", " + 1"})
          replace(i + 1, end, words(i + 1, end) + step, "bound: moved by one");
      }
    }
  }

  /// Arguments: swapped, transposed or not, keep_dims left out, roots cut to integers.
  void change_calls() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = at(i);
      if (token.is("keep_dims") && before(i).is("::")) {
        const std::size_t name = name_begin(i);
        if (before(name).is(",")) replace(name - 1, i + 1, "", "axis: keep_dims left out");
      }
      if (token.kind != Token::Kind::word || !behind(i).is("(")) continue;
      const std::size_t open = i + 1, end = closing(tokens_, open) + 1;
      if (is_any(token, {"dot", "matmul"})) {
        transpose_arguments(i, open);
      } else if (token.is("transpose")) {
        const auto arguments = arguments_at(tokens_, open);
        if (arguments.empty()) continue;
        replace(name_begin(i), end, words(arguments[0].first, arguments[0].second),
                "order: not transposed");
      } else if (is_any(token, {"sqrt", "exp", "log"})) {
        const std::size_t name = name_begin(i);
        replace(name, end, fmt::format("static_cast<int>({})", words(name, end)),
                "scale: cut to an integer");
        replace(name, end, words(open, end), "other: a function left out");
      }
      const bool declared = is_any(before(i), {"&", ">"}) ||
                            (before(i).kind == Token::Kind::word && !before(i).is("return"));
      if (!declared) swap_indices(open);
    }
  }

  void leave_out_operands() {
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      if (!is_any(at(i), {"+", "-", "*", "/"}) || !is_between_operands(i)) continue;
      const bool sums = is_any(at(i), {"+", "-"});
      std::size_t end = operand_end(i + 1);
      while (sums && end + 1 < tokens_.size() && is_between_operands(end) &&
             is_any(at(end), {"*", "/"}))
        end = operand_end(end + 1);
      replace(i, end, "", "scale: an operand left out");
    }
  }

  /// Whether the word at `place` is what a declaration names: a type stands before it, and what
  /// follows fits.
  bool declares(std::size_t place) {
    const auto is_name = [](const Token& token) {
      return token.kind == Token::Kind::word && !is_keyword(token);
    };
    const Token& type = before(place);
    const bool typed =
        is_name(type) || (is_any(type, {"&", ">"}) && !is_between_operands(place - 1));
    return is_name(at(place)) && typed &&
           is_any(behind(place), {"=", ";", ",", ")", ":", "{", "("});
  }

  /// The words of the type before the name at `place`, without const and &.
  std::string type_before(std::size_t place) {
    std::string type;
    int depth = 0;
    for (std::size_t i = place; i-- > 0;) {
      if (at(i).is(">")) ++depth;
      if (at(i).is("<")) --depth;
      if (is_any(at(i), {"(", ";", "{", "}"}) || (at(i).is(",") && depth == 0)) break;
      if (!is_any(at(i), {"const", "&"})) type.insert(0, at(i).text);
    }
    return type;
  }

  /// Whether the declaration at `declared` ends before `place`: else the value is not there yet.
  bool is_ready(std::size_t declared, std::size_t place) {
    if (!is_any(behind(declared), {"=", "{", "("})) return true;  // a parameter
    return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(declared),
                       tokens_.begin() + static_cast<std::ptrdiff_t>(place),
                       [](const Token& token) { return token.is(";"); });
  }

  void leave_out_statements() {
    for (const Statement& statement : statements_of(tokens_)) {
      const Token& first = at(statement.first);
      bool keeps = is_keyword(first) || first.kind != Token::Kind::word;
      for (std::size_t i = statement.first; i < statement.last; ++i) keeps |= declares(i);
      if (!keeps) replace(statement.first, statement.last, "", "other: a statement left out");
    }
  }

  void exchange_variables_of_a_type() {
    std::vector<Local> seen;
    std::vector<std::size_t> blocks;  // how many were seen before each that is open
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = at(i);
      if (token.is("{")) blocks.push_back(seen.size());
      if (token.is("}") && !blocks.empty()) {
        // Parameters stand before the brace of their function.
        seen.resize(blocks.size() <= 2 ? 0 : std::min(seen.size(), blocks.back()));
        blocks.pop_back();
      }
      if (token.kind != Token::Kind::word) continue;
      if (declares(i)) {
        seen.push_back({std::string(token.text), type_before(i), i});
        continue;
      }
      const auto self = std::ranges::find(seen.rbegin(), seen.rend(), token.text, &Local::name);
      const bool member = is_any(before(i), {".", "::", "->"}) || behind(i).is("::");
      if (self == seen.rend() || member) continue;
      const auto other = std::find_if(seen.rbegin(), seen.rend(), [&](const Local& one) {
        return one.type == self->type && one.name != self->name && is_ready(one.place, i);
      });
      if (other != seen.rend()) replace(i, other->name, "other: another variable");
    }
  }

  const std::vector<Token>& tokens_;
  std::string_view text_;
  Token none_;
  std::vector<Mutant> mutants_;
};

/// Where a text stays as it is: the first byte, and the one behind the last.
std::vector<std::pair<std::size_t, std::size_t>> left_alone(const std::vector<Token>& tokens) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const Statement& statement : statements_of(tokens)) {
    const Token& first = tokens[statement.first];
    const std::size_t end = tokens[statement.last].end;
    if (first.is("throw")) places.emplace_back(tokens[statement.head].begin, end);
    if (is_any(first, {"record", "using", "static_assert"})) places.emplace_back(first.begin, end);
  }
  return places;
}

/// Without comments at the ends of lines.
std::string single_spaced(std::string_view text) {
  std::string result;
  for (const std::string& line : split_lines(text)) {
    for (const char c : trimmed(std::string_view(line).substr(0, line.find(" //")))) {
      const bool space = c == ' ' || c == '\t';
      if (!space || !result.ends_with(' ')) result += space ? ' ' : c;
    }
    if (!result.empty() && !result.ends_with(' ')) result += ' ';
  }
  return std::string(trimmed(result));
}

}  // namespace

std::vector<Mutant> mutants_of(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto alone = left_alone(tokens);
  std::vector<Mutant> mutants = Changes(tokens, text).all();
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return std::ranges::any_of(alone, [&](const auto& place) {
      return place.first < mutant.end && place.second > mutant.begin;
    });
  });
  std::ranges::stable_sort(mutants, {}, &Mutant::begin);
  std::set<std::string> texts{std::string(text)};
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return !texts.insert(changed_text(text, mutant)).second;
  });
  return mutants;
}

std::string changed_text(std::string_view text, const Mutant& mutant) {
  return std::string(text.substr(0, mutant.begin)) + mutant.replacement +
         std::string(text.substr(mutant.end));
}

ChangedLines changed_lines(std::string_view text, const Mutant& mutant) {
  const std::size_t line = text.rfind('\n', mutant.begin) + 1;  // 0 where there is none
  const std::size_t end = std::min(text.find('\n', mutant.end), text.size());
  ChangedLines lines;
  lines.first = line_of(text, mutant.begin);
  lines.before = single_spaced(text.substr(line, end - line));
  lines.after =
      single_spaced(std::string(text.substr(line, mutant.begin - line)) + mutant.replacement +
                    std::string(text.substr(mutant.end, end - mutant.end)));
  return lines;
}

std::vector<Excuse> read_excuses(std::string_view text, const std::string& file) {
  std::vector<Excuse> excuses;
  std::string reason;
  bool excused = false;  // the reason has been used: the next line of words begins another
  const std::vector<std::string> lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string words = single_spaced(lines[i]);
    if (words.starts_with('-') || words.starts_with('+')) {
      const std::string after = i + 1 < lines.size() ? single_spaced(lines[i + 1]) : "";
      if (reason.empty() || words[0] == '+' || !after.starts_with('+'))
        throw InputError(fmt::format("{}:{}: expected a reason, then a line with - and one with +",
                                     file, i + 1));
      excuses.push_back({single_spaced(words.substr(1)), single_spaced(after.substr(1)), reason});
      excused = true;
      ++i;
    } else if (!words.empty() && !words.starts_with('#')) {
      if (std::exchange(excused, false)) reason.clear();
      reason += (reason.empty() ? "" : " ") + words;
    }
  }
  return excuses;
}

}  // namespace grader
