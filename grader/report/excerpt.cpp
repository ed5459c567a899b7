#include "report/excerpt.hpp"

#include "core/text.hpp"
#include "report/account.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

constexpr std::size_t longest_line = 400;  // bytes

const std::string* marked_line(const ExerciseResult& result, const Beside& beside) {
  const std::size_t at = result.place->line - beside.excerpt_start;
  return at < beside.excerpt.size() ? &beside.excerpt[at] : nullptr;
}

/// White space as wide as the first bytes of a line: tabs stay, all else becomes spaces.
std::string indent_to(const std::string& line, std::size_t bytes) {
  std::string space;
  for (std::size_t i = 0; i < bytes && i < line.size(); ++i)
    if ((static_cast<unsigned char>(line[i]) & 0xc0) != 0x80) space += line[i] == '\t' ? '\t' : ' ';
  return space;
}

}  // namespace

std::vector<std::string> lines_between(std::string_view text, unsigned first, unsigned last) {
  std::vector<std::string> lines;
  unsigned number = 1;
  for (std::size_t start = 0; start <= text.size() && number <= last; ++number) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string line(text.substr(start, std::min(end - start, longest_line)));
    if (line.ends_with('\r')) line.pop_back();
    if (number >= first) lines.push_back(printable(line));
    start = end + 1;
  }
  return lines;
}

std::string html_excerpt(const ExerciseResult& result, const Beside& beside) {
  const Place place = *result.place;
  const unsigned last = beside.excerpt_start + static_cast<unsigned>(beside.excerpt.size()) - 1;
  const std::size_t width = std::to_string(last).size();
  std::string text = fmt::format(
      "<figure class=\"source\">\n<figcaption><code>{}</code>, line {}</figcaption>\n"
      "<pre tabindex=\"0\">",
      markup(printable_name(result.file)), place.line);
  unsigned number = beside.excerpt_start;
  for (const std::string& line : beside.excerpt) {
    const bool marked = number == place.line;
    const std::string whole =
        fmt::format("{} {:>{}}  {}", marked ? "&gt;" : " ", number, width, markup(line));
    text += marked ? "<b>" + whole + "</b>\n" : whole + "\n";
    if (marked && place.column > 0)
      text += fmt::format("  {:>{}}  {}^\n", "", width, indent_to(line, place.column - 1));
    ++number;
  }
  return text + "</pre>\n</figure>\n";
}

std::vector<std::string> without_excerpt(const ExerciseResult& result, const Beside& beside) {
  std::vector<std::string> left = detail_lines(result);
  const std::string* shown = marked_line(result, beside);
  for (std::size_t i = 0; shown != nullptr && i < left.size(); ++i) {
    if (!left[i].starts_with(' ') || trimmed(left[i]) != trimmed(*shown)) continue;
    const bool caret = i + 1 < left.size() && only_points(left[i + 1]);
    left.erase(left.begin() + static_cast<long>(i),
               left.begin() + static_cast<long>(i + (caret ? 2 : 1)));
    break;
  }
  return left;
}

}  // namespace grader
