#pragma once
// The kinds of small changes that mutants are made of. Each looks at the tokens of a text, and adds
// the changes that it can make there.

#include "mutants/mutants.hpp"
#include "core/tokens.hpp"

#include <utility>

namespace grader {

class Changes {
 public:
  /// Both must outlive this.
  Changes(const std::vector<Token>& tokens, std::string_view text) : tokens_(tokens), text_(text) {}

  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& at(std::size_t place) const { return tokens_[place]; }
  /// The token before or behind; one without text where there is none.
  const Token& before(std::size_t place) const { return place > 0 ? tokens_[place - 1] : none_; }
  const Token& behind(std::size_t place) const {
    return place + 1 < tokens_.size() ? tokens_[place + 1] : none_;
  }

  /// The text from the token at `first` up to the one at `last`, without it.
  std::string_view words(std::size_t first, std::size_t last) const {
    return text_.substr(tokens_[first].begin, tokens_[last - 1].end - tokens_[first].begin);
  }

  /// Whether a sign stands between two operands: it has a space on both sides.
  bool is_between_operands(std::size_t place) const;

  /// Replaces the tokens from `first` up to `last`, without it.
  void replace(std::size_t first, std::size_t last, std::string replacement, const char* kind);
  /// Replaces one token.
  void replace(std::size_t place, std::string replacement, const char* kind) {
    replace(place, place + 1, std::move(replacement), kind);
  }

  std::vector<Mutant> take() { return std::move(mutants_); }

 private:
  const std::vector<Token>& tokens_;
  std::string_view text_;
  Token none_;
  std::vector<Mutant> mutants_;
};

/// Signs, constants (an axis is one), names of functions that stand for each other.
void change_tokens(Changes& changes);
/// Arguments: swapped, transposed or not, keep_dims left out, roots cut to integers.
void change_calls(Changes& changes);
/// The right operand of + - * / left out.
void change_operands(Changes& changes);
/// A statement left out.
void change_statements(Changes& changes);
/// A variable in place of another one of its type.
void change_variables(Changes& changes);

}  // namespace grader
