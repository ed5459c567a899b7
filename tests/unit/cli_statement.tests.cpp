#include "catch.hpp"

#include "cli/commands.hpp"

using namespace grader;

TEST_CASE(
    "paragraphs and list items are wrapped anew; code, tables and headings keep their lines") {
  CHECK(rewrapped(
            "# A heading that is longer than that\n\none two\nthree four five\n\n- six\n  seven "
            "eight nine\n- ten\n\n    code  code code code code\n\n| a table | that is wide |\n",
            20) ==
        "# A heading that is longer than that\n\none two three four\nfive\n\n- six seven eight\n  "
        "nine\n- ten\n\n    code  code code code code\n\n| a table | that is wide |\n");
  CHECK(rewrapped("```\nint   x;\nint y;\n```\nand\nso on\n", 30) ==
        "```\nint   x;\nint y;\n```\nand so on\n");
  CHECK(rewrapped("12. twelve\nmore\n", 30) == "12. twelve more\n");
  CHECK(rewrapped("", 30).empty());
}
