// Known mistakes: what mistakes.md may say, what is refused with file and line, and how a mistake
// is made in the solution's text.

#include "catch.hpp"
#include "unit/thrown.hpp"

#include "core/error.hpp"
#include "course/cases.hpp"
#include "system/files.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

namespace fs = std::filesystem;

const char* const solution = R"(int attend(int a, int b) {
  int c = a + b;

  for (int i = 0; i < 2; ++i) {
    c += i;
  }
  for (int i = 0; i < 3; ++i) {
    c += i;
  }
  return c;
}
)";

Exercise sample_exercise() {
  Exercise exercise;
  exercise.name = "attend";
  exercise.folder = "02_attend";
  exercise.measures = Measures{{}, {"m"}, {{"low", "m", 0, 1, {}, "Too low.", ""}}};
  return exercise;
}

std::vector<Mistake> parsed(const std::string& text) {
  return parse_mistakes(text, "mistakes.md", sample_exercise());
}

/// What is wrong with this text.
std::string problem_of(const std::string& text) {
  return message_of([&] { parsed(text); });
}

/// The solution's text with the one change that these lines make; or what is wrong with them.
std::string changed(const std::string& patch) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "solutions/02_attend");
  write_file(folder.path() / "solutions/02_attend/attend.cpp", solution);
  const Course course{folder.path(), {}};
  std::string text;
  const std::string problem = message_of([&] {
    text = apply_mistake(course, sample_exercise(), parsed("## slip\nM.\n\n" + patch).at(0));
  });
  if (!text.empty()) return text;
  std::string told = problem;
  for (std::size_t at;
       (at = told.find(folder.path().string() + "/solutions/02_attend/")) != std::string::npos;)
    told.erase(at, folder.path().string().size() + std::string("/solutions/02_attend/").size());
  return told;
}

std::string solution_with(std::string what, const std::string& instead) {
  std::string text = solution;
  return text.replace(text.find(what), what.size(), instead);
}

}  // namespace

TEST_CASE("a mistake has a name, a message that may take several lines, and patches") {
  const std::vector<Mistake> mistakes = parsed(
      "# Known mistakes\n\n## one\nA message of\ntwo lines.\n\n-a\n+b\n+  c\n\n d\n+e\n"
      "## two\nequivalent\n\nAnother: one.\n\nWith a paragraph.\n-x\n");
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].name == "one");
  CHECK(mistakes[0].message == "A message of two lines.");
  CHECK(mistakes[0].line == 3);
  CHECK(!mistakes[0].equivalent);
  REQUIRE(mistakes[0].patches.size() == 2);
  CHECK(mistakes[0].patches[0].line == 7);
  REQUIRE(mistakes[0].patches[0].lines.size() == 3);
  CHECK(mistakes[0].patches[0].lines[2].text == "  c");
  CHECK(mistakes[0].patches[1].lines[0].text == "d");
  CHECK(mistakes[1].message == "Another: one. With a paragraph.");
  CHECK(mistakes[1].equivalent);
  CHECK(parsed("").empty());
  CHECK(parsed("# A title alone\n").empty());
}

TEST_CASE("lines that come alone take the place of those below the last title") {
  const std::vector<Mistake> mistakes = parsed(
      "# c\n-  int c = a + b;\n\n## product\nM.\n\n+int c = a * b;\n\n"
      "## elsewhere_too\nM.\n\n-return c;\n+return -c;\n\n+int c = 0;\n\n"
      "# The second loop\n for (int i = 0; i < 3; ++i) {\n-  c += i;\n\n## doubled\nM.\n\n"
      "+  c += 2 * i;\n\n# The end\n\n## lost\nM.\n\n-return c;\n");
  REQUIRE(mistakes.size() == 4);
  const auto text = [&](std::size_t i, std::size_t patch) {
    std::string all;
    for (const auto& [change, line] : mistakes[i].patches.at(patch).lines)
      all += "-+ "[change == Mistake::PatchLine::Change::removed ? 0
                   : change == Mistake::PatchLine::Change::added ? 1
                                                                 : 2] +
             line + "\n";
    return all;
  };
  CHECK(text(0, 0) == "-  int c = a + b;\n+int c = a * b;\n");
  CHECK(mistakes[0].patches[0].line == 7);
  CHECK(text(1, 0) == "-return c;\n+return -c;\n");
  CHECK(text(1, 1) == "-  int c = a + b;\n+int c = 0;\n");
  CHECK(text(2, 0) == " for (int i = 0; i < 3; ++i) {\n-  c += i;\n+  c += 2 * i;\n");
  CHECK(text(3, 0) == "-return c;\n");
  CHECK(problem_of("# c\n-x\n\n# d\n\n## a\nM.\n\n+y\n") ==
        "mistakes.md:9: expected, beside lines with +, one of the solution that says where");
  CHECK(problem_of("# c\n+x\n") ==
        "mistakes.md:2: expected a heading such as \"## no_scaling\", found \"+x\"");
}

TEST_CASE("mistakes.md may have the line ends of Windows and no last one") {
  const std::vector<Mistake> mistakes = parsed("## one\r\nM.\r\n\r\n-a\r\n+b");
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].message == "M.");
  CHECK(mistakes[0].patches.at(0).lines.at(0).text == "a");
}

TEST_CASE("a mistake may take the message of another one, or of a requirement") {
  const std::vector<Mistake> mistakes = parsed(
      "## borrower\nmessage_of: owner\n-a\n## owner\nThe message.\n-b\n## third\nfails: low\n-c\n");
  REQUIRE(mistakes.size() == 3);
  CHECK(mistakes[0].shares == "owner");
  CHECK(mistakes[0].message == "The message.");
  CHECK(mistakes[1].shares.empty());
  CHECK(mistakes[2].shares == "low");
  CHECK(mistakes[2].message == "Too low.");
}

TEST_CASE("a mistakes.md that does not follow the format is refused with the line") {
  const std::string start = "## a\nM.\n-x\n";
  const std::string field = "expected fails:, message_of: or equivalent, found \"";
  struct Row {
    std::string text;
    std::string problem;
  };
  const std::vector<Row> rows = {
      {"no heading\n", "1: expected a heading such as \"## no_scaling\", found \"no heading\""},
      {"{\n", "1: expected a heading such as \"## no_scaling\", found \"{\""},
      {"##a\n", "1: expected a heading such as \"## no_scaling\", found \"##a\""},
      {start + "##b\n", "4: expected \"## \" before the name of a mistake, found \"##b\""},
      {start + "### b\n", "4: expected \"## \" before the name of a mistake, found \"### b\""},
      {"## a b\n", "1: expected a name of letters, digits and _, found \"a b\""},
      {"## \x1b[2J\n", "1: expected a name of letters, digits and _, found \"\\x1b[2J\""},
      {start + "## a\n", "4: another mistake has this name, found \"a\""},
      {start + "words\n",
       "4: after the first change, expected a line that begins with -, + or a space, found "
       "\"words\""},
      {"## a\nM.\n", "1: a: expected lines that begin with - and +"},
      {"## a\n-x\n",
       "1: a: expected a message, or else \"fails: \" or \"message_of: \" with a name"},
      {"## a\nM.\n\n x\n", "4: expected a line that begins with - or + beside these"},
      {"## a\nM.\n\n+x\n", "4: expected, beside lines with +, one of the solution that says where"},
      {"## a\nM.\nequivalent\n-x\n",
       "3: expected this line before the message, found \"equivalent\""},
      {"## a\nM.\nfails: low\n-x\n",
       "3: expected this line before the message, found \"fails: low\""},
      {"## a\nfail: low\n", "2: " + field + "fail: low\""},
      {"## a\nfails: high\n",
       "2: expected the name of a requirement or a limit of exercise.json, found \"high\""},
      {"## a\nfails: low\nfails: low\n",
       "3: expected one shared message only, found \"fails: low\""},
      {"## a\nfails: low\nM.\n-x\n", "3: expected no message beside a shared one, found \"M.\""},
      {"## a\nmessage_of: b\n-x\n",
       "1: a: message_of: expected a mistake with a message of its own, found \"b\""},
      {"## a\nmessage_of: a\n-x\n",
       "1: a: message_of: expected a mistake with a message of its own, found \"a\""},
      {start + "## b\nmessage_of: a\n-x\n## c\nmessage_of: b\n-x\n",
       "7: c: message_of: expected a mistake with a message of its own, found \"b\""},
  };
  for (const Row& row : rows) CHECK(problem_of(row.text) == "mistakes.md:" + row.problem);
  CHECK(problem_of("## a\n" + std::string(100000, 'x')) ==
        "mistakes.md:1: a: expected lines that begin with - and +");
}

TEST_CASE("an exercise without measures has no requirement that a mistake could fail") {
  Exercise exercise = sample_exercise();
  exercise.measures.reset();
  CHECK(message_of([&] { parse_mistakes("## a\nfails: low\n-x\n", "m.md", exercise); }) ==
        "m.md:2: expected the name of a requirement or a limit of exercise.json, found \"low\"");
}

TEST_CASE("a copy of the course without solutions has no mistakes") {
  const TemporaryFolder folder;
  CHECK(load_mistakes({folder.path(), {}}, sample_exercise()).empty());
}

TEST_CASE("a patch changes whole lines, whatever their indentation is") {
  CHECK(changed("-int c = a + b;\n+int c = a - b;\n") == solution_with("a + b", "a - b"));
  CHECK(changed("-      int c = a + b;\n+      int c = a - b;\n") ==
        solution_with("a + b", "a - b"));
  CHECK(changed("-return c;\n+if (c < 0) {\n+  return 0;\n+}\n+\n+return c;\n") ==
        solution_with("  return c;\n", "  if (c < 0) {\n    return 0;\n  }\n\n  return c;\n"));
  CHECK(changed("-return c;\n+return 1;\n\n-int c = a + b;\n+int c = 1;\n") == [] {
    std::string text = solution_with("a + b", "1");
    return text.replace(text.find("return c"), 8, "return 1");
  }());
}

TEST_CASE("lines that begin with a space stay, and say which of several is meant") {
  CHECK(changed(" for (int i = 0; i < 3; ++i) {\n-  c += i;\n+  c -= i;\n") ==
        solution_with("< 3; ++i) {\n    c += i", "< 3; ++i) {\n    c -= i"));
  CHECK(changed(" return c;\n+// the end\n") ==
        solution_with("return c;\n", "return c;\n  // the end\n"));
  CHECK(changed("-c += i;\n+c -= i;\n") ==
        "mistakes.md:4: mistake slip: expected lines that stand in attend.cpp once, found them at "
        "line 5 and at line 8; add a line before or after them that begins with a space");
}

TEST_CASE("a patch that does not fit the solution is told with what was expected and found") {
  CHECK(changed("-int c = a * b;\n+int c = a - b;\n") ==
        "mistakes.md:4: mistake slip: expected the line \"int c = a * b;\" in attend.cpp, found "
        "\"int c = a + b;\"");
  CHECK(
      changed("-while (true) {}\n").find("\"while (true) {}\" in attend.cpp, found none like it") !=
      std::string::npos);
  CHECK(changed("-int c = a + b;\n-return c;\n") ==
        "mistakes.md:4: mistake slip: expected these lines one after the other in attend.cpp");
  CHECK(changed("-return c;\n\n-return c;\n+x\n") ==
        "mistakes.md:4: mistake slip: two changes touch the same lines of attend.cpp");
}

TEST_CASE("two mistakes are merged that change other words between the same records") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "solutions/02_attend");
  write_file(folder.path() / "solutions/02_attend/attend.cpp",
             "int attend(int a, int b) {\n  int c = 2 * a + b;\n  record(\"c\", c);\n"
             "  return c;\n}\n");
  const std::string line = "-int c = 2 * a + b;\n";
  const std::string text = "## no_factor\nA.\n\n" + line + "+int c = a + b;\n\n" +
                           "## subtracted\nB.\n\n" + line + "+int c = 2 * a - b;\n\n" +
                           "## no_b\nC.\n\n" + line + "+int c = 2 * a;\n\n" +
                           "## negative\nD.\n\n-return c;\n+return -c;\n";
  write_file(folder.path() / "solutions/02_attend/mistakes.md", text);
  Exercise exercise = sample_exercise();
  exercise.measures.reset();
  const auto merged = merged_mistakes({folder.path(), {}}, exercise, parsed(text));
  REQUIRE(merged.size() == 2);  // "subtracted" and "no_b" change one sign, "negative" is behind
  for (const MergedMistakes& each : merged) CHECK(each.first == 0);
  const std::size_t minus = merged[0].second == 1 ? 0 : 1;
  INFO(merged[minus].text);
  CHECK(merged[minus].text.find("int c =  a  -  b;") != std::string::npos);
  CHECK(merged[1 - minus].text.find("int c =  a ;") != std::string::npos);
}

TEST_CASE("a released copy has the mistakes' names and messages, and none of their code") {
  const std::string text =
      "## no_scaling\nNot scaled.\n\n-  int c = a + b;\n+  int c = a;\n\n"
      "## other_scaling\nmessage_of: no_scaling\n\n-  int c = a + b;\n+  int c = b;\n";
  const std::string released = released_mistakes(parsed(text), {{0, 1, ""}});
  CHECK(released.find("int c") == std::string::npos);
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "mistakes.json";
  write_file(file, released);
  const std::vector<Mistake> read = read_released_mistakes(file);
  REQUIRE(read.size() == 2);
  CHECK(read[0].name == "no_scaling");
  CHECK(read[1].message == "Not scaled.");
  CHECK(read[1].owner() == "no_scaling");
  CHECK(released.find("\"merged\"") != std::string::npos);
  write_file(file, R"({"format_version": 1, "mistakes": [{"name": 1}]})");
  CHECK(message_of([&] { read_released_mistakes(file); }) ==
        file.string() + ": mistakes[0].name: expected a string, found 1");
}
