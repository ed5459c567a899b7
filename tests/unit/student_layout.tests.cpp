#include "catch.hpp"

#include "core/text.hpp"
#include "course/course.hpp"
#include "system/files.hpp"
#include "student/terminal.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace grader;

namespace {

VerdictScreen screen_of(std::size_t body_lines) {
  VerdictScreen screen;
  screen.title = "softmark watch";
  screen.state = "run 7";
  for (std::size_t i = 0; i < body_lines; ++i) screen.body.push_back("line " + std::to_string(i));
  screen.passed = 3;
  screen.exercises = 29;
  screen.file = "exercises/01_x/x.cpp";
  screen.keys = {"h hint", "p picture", "q quit", "? help"};
  return screen;
}

bool has(const std::vector<std::string>& lines, const std::string& piece) {
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(piece) != std::string::npos; });
}

}  // namespace

TEST_CASE("a screen has as many lines as the terminal, and none is wider, at any size") {
  for (const std::size_t rows : {1U, 2U, 3U, 5U, 6U, 7U, 12U, 24U, 40U, 200U}) {
    for (const std::size_t columns : {1U, 2U, 10U, 33U, 80U, 120U}) {
      for (const std::size_t body : {0U, 1U, 18U, 19U, 500U}) {
        const auto lines = lay_out(screen_of(body), {rows, columns});
        INFO(rows << " x " << columns << ", " << body);
        REQUIRE(lines.size() == rows);
        for (const std::string& line : lines) REQUIRE(styled_width(line) <= columns);
      }
    }
  }
}

TEST_CASE("a verdict that fits is shown whole; a longer one is cut in the middle, and v is named") {
  const ScreenSize size{24, 80};
  const auto whole = lay_out(screen_of(18), size);
  CHECK(has(whole, "line 17"));
  CHECK(!has(whole, "v shows all"));
  CHECK(has(lay_out(screen_of(19), size), "2 more lines: v shows all"));
  const auto cut = lay_out(screen_of(100), size);
  CHECK(has(cut, "line 0"));
  CHECK(has(cut, "line 99"));
  CHECK(!has(cut, "line 50"));
  CHECK(has(cut, "83 more lines: v shows all"));
}

TEST_CASE("the screen says what is graded, what to edit, how far the course is, and the keys") {
  const auto lines = lay_out(screen_of(3), {24, 80});
  CHECK(lines[0].ends_with(" run 7"));
  CHECK(lines[21] == "exercises/01_x/x.cpp");
  CHECK(lines[22].ends_with("] 3 of 29 passed"));
  CHECK(lines[22].starts_with("[######>-"));
  CHECK(has(lines, "\x1b[1mh\x1b[0m hint"));
}

TEST_CASE("a notice takes the place of the keys") {
  VerdictScreen screen = screen_of(3);
  screen.notice = "nothing is left";
  const auto lines = lay_out(screen, {24, 80});
  CHECK(lines.back() == "nothing is left");
  CHECK(!has(lines, "quit"));
  CHECK(!has(lay_out(screen, {24, 20}), "hint"));  // nor in a first line of two
}

TEST_CASE("keys get a second line; where that does not do, quit and help stay") {
  const auto two = lay_out(screen_of(100), {24, 20});
  CHECK(two.size() == 24);
  CHECK(two[22] == "\x1b[1mh\x1b[0m hint  \x1b[1mp\x1b[0m picture");
  CHECK(two[23] == "\x1b[1mq\x1b[0m quit  \x1b[1m?\x1b[0m help");
  const auto narrow = lay_out(screen_of(3), {24, 14});
  CHECK(has(narrow, "hint"));
  CHECK(!has(narrow, "picture"));
  CHECK(narrow[22] == "\x1b[1mh\x1b[0m hint  \x1b[1mq\x1b[0m quit");
  CHECK(narrow[23] == "\x1b[1m?\x1b[0m help");
}

TEST_CASE("the bar is full when all is passed, and not before") {
  VerdictScreen screen = screen_of(0);
  screen.passed = 29;
  CHECK(lay_out(screen, {24, 80})[22].find('-') == std::string::npos);
  screen.passed = 28;
  CHECK(lay_out(screen, {24, 80})[22].find('>') != std::string::npos);
  screen.passed = screen.exercises = 0;
  CHECK(lay_out(screen, {24, 80})[22].ends_with("0 of 0 passed"));
}

TEST_CASE(
    "widths count what is seen: no colours, two columns for letters of Asia, none for accents") {
  CHECK(styled_width("\x1b[31mred\x1b[0m") == 3);
  CHECK(styled_width("für") == 3);
  CHECK(styled_width("注意") == 4);
  CHECK(styled_width("e\xcc\x81") == 1);
  CHECK(styled_width("\xf0\x9f\x98\x80") == 2);
  CHECK(fitted("注意力", 4) == "注…\x1b[0m");
  CHECK(fitted("abc", 3) == "abc");
  CHECK(fitted("abcd", 3) == "ab…\x1b[0m");
  CHECK(fitted("\xe6\xb3", 0).empty());  // a letter that is cut off
  CHECK(fitted("注意力", 2) == "…\x1b[0m");
}

TEST_CASE("a line that is too long goes on in the next one") {
  CHECK(folded_lines("abcdefghij", 4) == std::vector<std::string>{"abcd", "efgh", "ij"});
  CHECK(folded_lines("\x1b[2mabcd\x1b[0m", 4) == std::vector<std::string>{"\x1b[2mabcd\x1b[0m"});
  CHECK(folded_lines("注意力", 5) == std::vector<std::string>{"注意", "力"});
  CHECK(folded_lines("注意", 1) == std::vector<std::string>{"注", "意"});
  CHECK(folded_lines("a\n\nb\n", 4) == std::vector<std::string>{"a", "", "b"});
}

TEST_CASE("bytes of a terminal become keys; what is no key of ours is left out") {
  CHECK(keys_in("nq?") == "nq?");
  CHECK(keys_in("\n") == "\n");
  CHECK(keys_in("\x1b[A\x1bOAx\x1b[5~") == "x");
  CHECK(keys_in("\x1b") == "");
  CHECK(keys_in("\x1b[1;5Cx") == "x");
  CHECK(keys_in("\x1b[15~\x1b[200~") == "");
  CHECK(keys_in("ä\x01") == "");
  CHECK(keys_in("\x1b[") == "");
}

TEST_CASE("no line of a statement is wider than 80 columns, tables aside") {
  for (const Exercise& exercise : load_course(SOFTMARK_SOURCE).exercises) {
    for (const std::string& line : split_lines(read_file(exercise.statement()))) {
      INFO(exercise.folder << ": " << line);
      CHECK((line.starts_with('|') || styled_width(line) <= 80));
    }
  }
}
