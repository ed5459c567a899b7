#pragma once
// Small pieces of text shared by messages.

#include "core/tensor.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace grader {

/// "(3, 4)", "(3)", or "()" for a scalar.
std::string shape_text(const Shape& shape);

/// "1 case", "2 cases".
std::string count_text(std::size_t count, std::string_view noun);

/// At most seven significant digits.
std::string number_text(double value);
/// The same, with as many more as it takes to tell it from `other`, where they differ.
std::string number_text(double value, double other);

/// `text` broken at spaces into lines of at most `width` columns; words that are longer stay whole.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// The parts of a text between separators; none behind one at its end.
std::vector<std::string> split(std::string_view text, char separator);
inline std::vector<std::string> split_lines(std::string_view text) { return split(text, '\n'); }

/// Whether `c` may stand in a name of C++.
bool in_name(char c);

/// `text` without white space at its ends.
std::string_view trimmed(std::string_view text);

/// A name as one printable line: line ends and tabs are escaped, too.
std::string printable_name(std::string_view name);

/// "anna, ben and 3 more": names in a line, at most `most` of them.
std::string names_text(const std::vector<std::string>& names, std::size_t most);

/// Takes the number in decimal digits off the front of `text`; nothing where there is none, or it
/// is too large.
std::optional<unsigned> take_number(std::string_view& text);

/// A place in the graded file, counted from 1.
struct Place {
  unsigned line = 0;
  unsigned column = 0;  ///< 0 where it is not known
};

/// The line of this byte of a text, counted from 1.
unsigned line_of(std::string_view text, std::size_t at);

/// The place in `file` that a text "FILE:LINE:COLUMN: …" begins with, and what stands behind it;
/// nothing where it does not begin so.
std::optional<std::pair<Place, std::string_view>> placed(std::string_view text,
                                                         std::string_view file);

/// `text` with small letters for A to Z.
inline std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

/// A word as a shell takes it, in quotes where it needs them.
std::string shell_word(std::string_view word);

/// The first `limit` bytes of UTF-8 text, or up to three fewer so that no letter is cut in two.
std::string cut(std::string_view text, std::size_t limit);

/// A line of code, and the lines that stand below it, cut to `width` letters around the ^ in them,
/// with … where letters are missing.
std::vector<std::string> cut_around_caret(std::vector<std::string> lines, std::size_t width);

/// `text` on one line: line ends become spaces.
std::string one_line(std::string_view text);

/// How many letters must be inserted, deleted or exchanged to make one text of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Of `names`, the one that `word` may be a misspelling of; empty where none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

/// "; did you mean NAME?" with the nearest of `names`, for the end of a message; else empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

/// 64-bit FNV-1a: names files in caches; no defence against anybody.
std::uint64_t content_hash(std::string_view text);

/// The first `limit` bytes of a text that may be long, with a remark on what is left out; the whole
/// text where it is no longer.
std::string shortened_to(std::string_view text, std::size_t limit);

/// The letter at the front of UTF-8 text: its number in Unicode, and how many bytes it takes;
/// nothing where the bytes are no UTF-8.
struct Letter {
  char32_t code = 0;
  std::size_t bytes = 0;
};
std::optional<Letter> first_letter(std::string_view text);

/// Text from a student's program made safe to show: control characters, escape sequences and bytes
/// that are not UTF-8 become visible escapes such as \x1b; line ends and tabs stay.
std::string printable(std::string_view text);

// The runner of a CI reads its log and obeys commands in it. This is the one rule that keeps
// untrusted text from being such a command. Runners obey, at the start of a line: "::name::"
// (GitHub), "--- ", "+++ ", "~~~ " and "^^^ " (Buildkite); anywhere: "##[name]" (GitHub, Azure),
// "##vso[" (Azure), "##teamcity[", "section_start:1:" (GitLab) and "travis_fold:". Carriage returns
// and escape sequences are printable()'s work.

/// For people: a backslash breaks each order. Other text stays as it is.
std::string without_orders(std::string_view text);

/// A JSON text that says the same: the characters that make an order, wherever they stand, are
/// written as \u0023 and the like.
std::string json_without_orders(std::string_view json);

/// Any text as the content of an element or a quoted attribute of XML and HTML: made printable, and
/// with references for the characters that would be markup or an order to a CI's runner.
std::string markup(std::string_view text);

/// HTML that says the same, with references for the characters that make an order.
std::string markup_without_orders(std::string_view html);

/// Text of others as any stream may show it: printable, and no order to a CI's runner.
std::string harmless(std::string_view text);

}  // namespace grader
