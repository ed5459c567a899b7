#include "cli/commands.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace grader {
namespace {

/// How long the mark of a list item at the start of a line is: "- " or "1. "; 0 for none.
std::size_t item_mark(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ")) return 2;
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && line.substr(digits, 2) == ". " ? digits + 2 : 0;
}

/// Collects the lines of paragraphs until they end.
class Wrapper {
 public:
  explicit Wrapper(std::size_t columns) : columns_(std::max<std::size_t>(columns, 20)) {}

  void add(const std::string& line) {
    if (line.starts_with("```")) fenced_ = !fenced_;
    const std::size_t mark = item_mark(line);
    const bool goes_on = open_ && !fenced_ && !line.empty() && mark == 0 &&
                         (line[0] != ' ' || (hang_ > 0 && !line.starts_with("    ")));
    if (goes_on && !keeps_its_line(line)) {
      paragraph_ += " " + std::string(trimmed(line));
      return;
    }
    end_paragraph();
    if (fenced_ || line.empty() || line[0] == ' ' || keeps_its_line(line)) {
      text_ += line + "\n";
      return;
    }
    open_ = true;
    hang_ = mark;
    mark_ = line.substr(0, mark);
    paragraph_ = line.substr(mark);
  }

  std::string take() {
    end_paragraph();
    return std::move(text_);
  }

 private:
  static bool keeps_its_line(const std::string& line) {
    return line[0] == '#' || line[0] == '|' || line[0] == '>' || line.starts_with("```");
  }

  void end_paragraph() {
    if (!open_) return;
    std::string start = mark_;
    for (const std::string& line : wrap(paragraph_, columns_ - hang_)) {
      text_ += start + line + "\n";
      start.assign(hang_, ' ');
    }
    open_ = false;
  }

  std::size_t columns_;
  std::string text_;
  std::string mark_, paragraph_;
  std::size_t hang_ = 0;
  bool open_ = false, fenced_ = false;
};

}  // namespace

std::string rewrapped(std::string_view markdown, std::size_t columns) {
  Wrapper wrapper(columns);
  for (const std::string& line : split_lines(markdown)) wrapper.add(line);
  return wrapper.take();
}

}  // namespace grader
