// Markdown: words of others are words, in paragraphs and in blocks of code.

#include "catch.hpp"

#include "report/writers.hpp"
#include "unit/report_sample.hpp"

#include <string>

using namespace grader;

namespace {

Report report_saying(const std::string& text) {
  Report report;
  report.exercises = {sample_wrong()};
  report.exercises[0].explanation = text;
  report.exercises[0].student_output = text;
  return report;
}

}  // namespace

TEST_CASE("words of others are no markup of Markdown") {
  CHECK(markdown_text("[a](http://b)") == "\\[a\\](http\\://b)");
  CHECK(markdown_text("<img src=x> &amp; `a` *b* _c_ |d| ~e~ $f$") ==
        "\\<img src=x\\> \\&amp; \\`a\\` \\*b\\* \\_c\\_ \\|d\\| \\~e\\~ \\$f\\$");
  CHECK(markdown_text("![a]") == "\\!\\[a\\]");
  CHECK(markdown_text("see www.a.b") == "see www\\.a.b");
  CHECK(markdown_text("@team, a@b.c") == "@<!-- -->team, a@<!-- -->b.c");
  CHECK(markdown_text("\\[a]") == "\\\\\\[a\\]");
}

TEST_CASE("words of others begin no block of Markdown") {
  CHECK(markdown_text("# a #1") == "\\# a \\#1");
  CHECK(markdown_text("- a") == "\\- a");
  CHECK(markdown_text("+ a") == "\\+ a");
  CHECK(markdown_text("=== ") == "\\===");
  CHECK(markdown_text("12. a") == "12\\. a");
  CHECK(markdown_text("12) a") == "12\\) a");
  CHECK(markdown_text("    code") == "code");
  CHECK(markdown_text("a\n\n# b") == "a  \\# b");
  CHECK(markdown_text("> a") == "\\> a");
  CHECK(markdown_text("") == "");
  CHECK(markdown_text("element [2] is -1.5, expected 3") == "element \\[2\\] is -1.5, expected 3");
}

TEST_CASE("what a program prints cannot close its block of code") {
  const std::string text = markdown_report(report_saying("```\n# heading\n`````\n<b>"));
  CHECK(contains(text, "\n``````text\n```\n# heading\n`````\n<b>\n``````\n"));
}

TEST_CASE("control characters are visible in Markdown") {
  const std::string text = markdown_report(report_saying("\x1b[31m\xff"));
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(contains(text, "\\\\x1b\\[31m\\\\xff"));
}
