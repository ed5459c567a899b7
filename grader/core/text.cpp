#include "core/text.hpp"
#include "core/exercise.hpp"
#include "core/outcome.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cctype>
#include <charconv>

namespace grader {
namespace {

bool begins_letter(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

/// Whether a line is made of points and spaces alone, as ^ and ~ stand below a line of code.
bool only_points(std::string_view line) {
  return line.find('^') != line.npos && line.find_first_not_of(" ^~") == line.npos;
}

/// Whether a character has no look of its own, so that it hides text or changes that of others:
/// what Unicode lists as Default_Ignorable_Code_Point, separators of lines, marks between lines of
/// text, and what is no character. Those that scripts and emoji need stay: U+200C, U+200D and the
/// variation selectors U+FE00 to U+FE0F.
bool reorders_or_hides(char32_t code) {
  constexpr std::pair<char32_t, char32_t> hidden[] = {
      {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x061c, 0x061c}, {0x115f, 0x1160},
      {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200b}, {0x200e, 0x200f},
      {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164}, {0xfdd0, 0xfdef},
      {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3},
      {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
  };
  return (code & 0xfffe) == 0xfffe || std::ranges::any_of(hidden, [&](const auto& range) {
           return range.first <= code && code <= range.second;
         });
}

/// The length of the UTF-8 sequence at the front of `text`, or 0 where there is none or it is a
/// control character.
std::size_t utf8_length(std::string_view text) {
  const std::optional<Letter> letter = first_letter(text);
  if (!letter) return 0;
  const bool control = letter->code < 0x20 || (letter->code >= 0x7f && letter->code < 0xa0);
  return control || reorders_or_hides(letter->code) ? 0 : letter->bytes;
}

/// Words that are orders up to their last letter, a colon.
constexpr std::string_view words[] = {
    "section_start:", "section_end:", "travis_fold:", "travis_time:"};
/// Orders at the very start of a line.
constexpr std::string_view headings[] = {"--- ", "+++ ", "~~~ ", "^^^ "};

/// Whether "##" at the front of `text` goes on like "##[" or "##vso[".
bool opens_bracket(std::string_view text) {
  const auto end = std::find_if_not(text.begin() + 2, text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
  return end != text.end() && *end == '[';
}

/// How far from `at` the character stands that makes an order of what begins there; npos where none
/// does. Inside of JSON and markup `each_pair` of "::" and "##" counts.
std::size_t order_at(std::string_view text, std::size_t at, bool each_pair) {
  const std::string_view rest = text.substr(at);
  const unsigned char before = at == 0 ? '\n' : static_cast<unsigned char>(text[at - 1]);
  if (std::string_view("#:st-+~^").find(rest[0]) == rest.npos) return rest.npos;  // most letters
  if (rest.starts_with("##") && (each_pair || opens_bracket(rest))) return 1;
  // Runners strip blanks of many kinds before "::", but no visible character.
  if (rest.starts_with("::") && each_pair) return 1;
  if (rest.starts_with("::") && (before <= ' ' || before >= 0x7f)) return 0;
  for (const std::string_view word : words) {
    if (rest.starts_with(word)) return word.size() - 1;
  }
  const bool heading = before == '\n' && std::ranges::any_of(headings, [&](std::string_view one) {
                         return rest.starts_with(one);
                       });
  return heading ? 0 : rest.npos;
}

/// `text` with what `escape` makes of each character that makes an order.
template <class Escape>
std::string escaped(std::string_view text, bool each_pair, const Escape& escape) {
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t order = order_at(text, i, each_pair); order != text.npos) {
      safe += text.substr(i, order);
      i += order;
      safe += escape(text[i]);
    } else {
      safe += text[i];
    }
  }
  return safe;
}

}  // namespace

std::string shape_text(const Shape& shape) { return fmt::format("({})", fmt::join(shape, ", ")); }

std::string count_text(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";  // its sign says nothing
  return fmt::format("{:.7g}", value);
}

std::string number_text(double value, double other) {
  constexpr int usual = 7, most = 17;
  std::string text = number_text(value);
  for (int digits = usual + 1; digits <= most && value != other; ++digits) {
    if (text != fmt::format("{:.{}g}", other, digits - 1)) break;
    text = fmt::format("{:.{}g}", value, digits);
  }
  return text;
}

std::string sizes_text(const Sizes& sizes) {
  std::vector<std::string> texts;
  for (const auto& [symbol, size] : sizes) texts.push_back(fmt::format("{} = {}", symbol, size));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string cost_text(Cost cost, double amount) {
  const bool bytes = cost == Cost::peak_bytes || cost == Cost::all_bytes;
  if (amount >= 999.5e6)
    return fmt::format("{:.3g} {}", amount / 1e9, bytes ? "GB" : "thousand million");
  if (amount >= 999.5e3) return fmt::format("{:.3g} {}", amount / 1e6, bytes ? "MB" : "million");
  if (amount >= (bytes ? 1e3 : 1e4))
    return fmt::format("{:.3g} {}", amount / 1e3, bytes ? "kB" : "thousand");
  return fmt::format("{:.4g}{}", amount, bytes ? " bytes" : "");
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = text.find_first_not_of(" \n", at);
    if (start == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    at = end;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

unsigned line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<unsigned>(std::ranges::count(text.substr(0, at), '\n'));
}

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string cut(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  while (limit > 0 && !begins_letter(text[limit])) --limit;
  return std::string(text.substr(0, limit));
}

std::string shortened_to(std::string_view text, std::size_t limit) {
  const std::string kept = cut(text, limit);
  if (kept.size() == text.size()) return kept;
  return fmt::format("{} [{} more bytes left out]", kept, text.size() - kept.size());
}

std::vector<std::string> cut_around_caret(std::vector<std::string> lines, std::size_t width) {
  const auto letters = [](std::string_view line) {
    return static_cast<std::size_t>(std::ranges::count_if(line, begins_letter));
  };
  /// Up to `count` letters from the one at `first` on.
  const auto part = [](std::string_view line, std::size_t first, std::size_t count) {
    std::string kept;
    std::size_t letter = 0;
    for (const char c : line) {
      if (begins_letter(c)) ++letter;
      if (letter > first && letter <= first + count) kept += c;
    }
    return kept;
  };
  std::size_t longest = 0;
  for (const std::string& line : lines) longest = std::max(longest, letters(line));
  const auto points = std::ranges::find_if(lines, only_points);
  const std::size_t caret = points == lines.end() ? 0 : points->find('^');
  if (longest <= width || width < 3) return lines;
  const std::size_t first = std::min(caret < width - 1 ? 0 : caret - width / 2, longest - width);
  for (std::string& line : lines) {
    const bool more = letters(line) > first + width;
    const bool points_alone = only_points(line), less = !trimmed(part(line, 0, first)).empty();
    line = part(line, first, width);
    if (points_alone) continue;
    if (less) line = "…" + part(line, 1, width);
    if (more) line = part(line, 0, width - 1) + "…";
  }
  return lines;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t exchanged = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  std::string found;
  std::size_t distance = 2 + word.size() / 3;  // farther than that is no misspelling
  for (const std::string& name : names) {
    const auto [shorter, longer] = std::minmax({word.size(), name.size()});
    if (longer - shorter >= distance) continue;
    if (const std::size_t d = edit_distance(word, name); d < distance) {
      distance = d;
      found = name;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::string meant = nearest(word, names);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", printable_name(meant));
}

std::uint64_t content_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::optional<Letter> first_letter(std::string_view text) {
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t bytes =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (bytes <= 0) return std::nullopt;
  return Letter{static_cast<char32_t>(code), static_cast<std::size_t>(bytes)};
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = text[0] == '\n' || text[0] == '\t' ? 1 : utf8_length(text);
    if (length > 0) {
      safe += text.substr(0, length);
    } else {
      safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return safe;
}

std::string harmless(std::string_view text) { return without_orders(printable(text)); }

std::string printable_name(std::string_view name) {
  std::string safe;
  for (const char c : printable(name)) {
    safe += c == '\n' ? "\\x0a" : c == '\t' ? "\\x09" : std::string(1, c);
  }
  return safe;
}

std::string names_text(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i > 0 ? ", " : "") + printable_name(names[i]);
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<std::pair<Place, std::string_view>> placed(std::string_view text,
                                                         std::string_view file) {
  if (!text.starts_with(file)) return std::nullopt;
  text.remove_prefix(file.size());
  Place place;
  for (unsigned* number : {&place.line, &place.column}) {
    if (!text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
    const std::optional<unsigned> found = take_number(text);
    if (!found) return std::nullopt;
    *number = *found;
  }
  if (!text.starts_with(": ")) return std::nullopt;
  return std::pair(place, text.substr(2));
}

std::string shell_word(std::string_view word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_./-+=:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string without_orders(std::string_view text) {
  return escaped(text, false, [](char c) { return fmt::format("\\{}", c); });
}

std::string json_without_orders(std::string_view json) {
  return escaped(json, true,
                 [](char c) { return fmt::format("\\u{:04x}", static_cast<unsigned char>(c)); });
}

std::string markup(std::string_view text) {
  std::string safe;
  for (const char c : printable(text)) {
    safe += c == '&'    ? "&amp;"
            : c == '<'  ? "&lt;"
            : c == '>'  ? "&gt;"
            : c == '"'  ? "&quot;"
            : c == '\'' ? "&#39;"
                        : std::string(1, c);
  }
  return markup_without_orders(safe);
}

std::string markup_without_orders(std::string_view html) {
  return escaped(html, true, [](char c) { return fmt::format("&#{};", static_cast<int>(c)); });
}

}  // namespace grader
