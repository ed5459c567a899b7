#pragma once
// The words and signs of a C++ text, enough to change it in small ways. Not a parser.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader {

struct Token {
  enum class Kind { word, number, literal, sign } kind = Kind::sign;
  std::string_view text;  ///< part of the text that was read
  std::size_t begin = 0, end = 0;

  bool is(std::string_view other) const { return text == other; }
};

/// Lines of the preprocessor, each of which is skipped, or read like other code.
enum class Directives { skipped, read };

/// The tokens of `text`, which must outlive them, without comments. Signs of several characters,
/// such as <= and ::, are one token.
std::vector<Token> tokens_of(std::string_view text, Directives directives = Directives::skipped);

/// The lines of C++ code, without their comments.
std::vector<std::string> code_lines(std::string_view text);

/// The place of the bracket that closes the one at `open`; the number of tokens where none does.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open);

/// The same for each token that is an opening bracket.
std::vector<std::size_t> closings_of(const std::vector<Token>& tokens);

/// The arguments of the call whose bracket opens at `open`: for each the places of its first token
/// and of the one behind its last.
std::vector<std::pair<std::size_t, std::size_t>> arguments_at(const std::vector<Token>& tokens,
                                                              std::size_t open);

/// A statement that ends with a semicolon, at any depth.
struct Statement {
  std::size_t first = 0, last = 0;  ///< places of its first token and of its semicolon
  std::size_t head = 0;  ///< of the first token of the if, for, while or else before it, or `first`
};

/// The statements of a text, in the order of their ends.
std::vector<Statement> statements_of(const std::vector<Token>& tokens);

}  // namespace grader
