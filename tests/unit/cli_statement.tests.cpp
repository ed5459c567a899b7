#include "catch.hpp"

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "system/files.hpp"
#include "watch/layout.hpp"

using namespace grader;

TEST_CASE(
    "paragraphs, list items and tables are laid out anew; code and headings keep their lines") {
  CHECK(
      rewrapped(
          "# A heading that is longer than that\n\none two\nthree four five\n\n- six\n  seven "
          "eight nine\n- ten\n\n    code code code code code\n\n| a table | that is wide |\n",
          20) ==
      "# A heading that is longer than that\n\none two three four\nfive\n\n- six seven eight\n  "
      "nine\n- ten\n\n    code code code code code\n\n| a table | that   |\n|         | is     |\n"
      "|         | wide   |\n");
  CHECK(rewrapped("```\nint   x;\nint y;\n```\nand\nso on\n", 30) ==
        "```\nint   x;\nint y;\n```\nand so on\n");
  CHECK(rewrapped("12. twelve\nmore\n", 30) == "12. twelve more\n");
  CHECK(rewrapped("", 30).empty());
}

TEST_CASE("spans of code and formulas stay whole where they fit") {
  CHECK(rewrapped("a word and `code of three` and on\n", 20) ==
        "a word and\n`code of three` and\non\n");
  CHECK(rewrapped("so it is that a = b + c here\n", 20) == "so it is that\na = b + c here\n");
  CHECK(rewrapped("a = b + c + d + e + f + g + h\n", 20) == "a = b + c + d + e +\nf + g + h\n");
  CHECK(rewrapped("| `a = b` | c d |\n|---|:-:|\n| | f |\n", 30) ==
        "| `a = b` | c d |\n| ------- | --- |\n|         | f   |\n");
}

TEST_CASE("code keeps its lines, however long") {
  CHECK(rewrapped("    one_word_of_code_that_is_long();\n", 20) ==
        "    one_word_of_code_that_is_long();\n");
}

TEST_CASE("no line of a statement is wider than a terminal of 80 columns, and no formula is lost") {
  for (const Exercise& exercise : load_course(SOFTMARK_SOURCE).exercises) {
    INFO(exercise.folder);
    const std::string text = rewrapped(read_file(exercise.statement()), 80);
    for (const std::string& line : split_lines(text)) {
      INFO(line);
      CHECK(styled_width(line) <= 80);
    }
    if (exercise.number == 40) {
      for (const char* formula : {"    Sa[X] = V · Softmax[KᵀQ]\n    Q = β_q 1ᵀ + Ω_q X,",
                                  "K = β_k 1ᵀ + Ω_k X,", "   V = β_v 1ᵀ + Ω_v X\n"})
        CHECK(text.find(formula) != std::string::npos);
    }
  }
}
