// The page of feedback that a student is sent.

#include "catch.hpp"
#include "golden.hpp"
#include "unit/report_picture_sample.hpp"

#include "report/page.hpp"
#include "report/writers.hpp"

#include <regex>
#include <string>

using namespace grader;

namespace {

ExerciseResult page_exercise(unsigned number, const std::string& name, Verdict verdict) {
  ExerciseResult result;
  result.number = number;
  result.name = name;
  result.title = "The title of " + name;
  result.file = "work/" + name + ".cpp";
  result.verdict = verdict;
  result.max_score = 1;
  result.score = verdict == Verdict::passed ? 1 : 0;
  return result;
}

CaseResult page_case(const std::string& name, Verdict verdict, const std::string& message = "") {
  CaseResult result;
  result.name = name;
  result.verdict = verdict;
  result.message = message;
  return result;
}

ExerciseResult wrong_one() {
  ExerciseResult wrong = page_exercise(2, "matrix_attention", Verdict::wrong_value);
  wrong.explanation = "The softmax ran along the rows, so each key's weights sum to one.";
  wrong.mistake = "softmax_over_rows";
  wrong.first_wrong_step = "attention weights";
  wrong.finding = "case notebook: the result: element [2,1] is 1.5, expected 7.5 (12 of 12 differ)";
  wrong.details = {{RemarkKind::first_wrong_step,
                    "attention weights",
                    {},
                    "",
                    "element [0,2] is 0.25, expected 0.75"}};
  wrong.warnings = {"matrix_attention.cpp:9:7: unused variable 'K'", "    Matrix K = f();",
                    "           ^"};
  wrong.student_output = "K has shape <4> & 3\nscores computed\n";
  wrong.cases = {page_case("notebook", Verdict::wrong_value, "the result: element [2,1] is 1.5"),
                 page_case("one token", Verdict::passed),
                 page_case("fresh 1", Verdict::wrong_value, "wrong value")};
  return wrong;
}

/// One exercise of each kind that a page tells apart.
Report page_report() {
  ExerciseResult passed = page_exercise(1, "self_attention", Verdict::passed);
  passed.notes = {"The key's bias is missing; it cancels in the softmax."};
  passed.cases = {page_case("notebook", Verdict::passed), page_case("wide", Verdict::passed)};
  ExerciseResult broken = page_exercise(3, "two_head_attention", Verdict::build_failed);
  broken.finding = "it does not compile: two_head_attention.cpp:16:10: expected ';'";
  broken.details = {"    return V * attention", "                        ^"};
  ExerciseResult missing = page_exercise(4, "embedding", Verdict::missing_file);
  missing.finding = "the file is not there: expected embedding.cpp";
  ExerciseResult begun = page_exercise(5, "similarity", Verdict::not_started);
  begun.finding = "TODO 2: the scores are still open";
  begun.cases = {page_case("notebook", Verdict::not_started, begun.finding)};
  ExerciseResult ours = page_exercise(6, "row_softmax", Verdict::internal_error);
  ours.finding = "the launcher did not start";
  Report report;
  report.submission = "anna";
  report.reproducible = true;
  report.seed = 7;
  report.exercises = {passed, wrong_one(),
                      broken, missing,
                      begun,  page_exercise(7, "context_vectors", Verdict::not_started),
                      ours};
  return report;
}

bool stands_in(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

}  // namespace

TEST_CASE("a picture as HTML is as approved") {
  check_golden_file("picture.html", page_with(sample_picture()));
}

TEST_CASE("the page of feedback is as approved") {
  check_golden_file("feedback.html", html_report(page_report()));
}

TEST_CASE(
    "a page of feedback needs nothing else, says its language and has one heading of each step") {
  const std::string page = html_report(page_report());
  CHECK(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  CHECK(stands_in(page, "<title>Feedback for anna</title>"));
  for (const char* outside : {"<script", "<link", "<img", "http:", "https:", "url(", "src="})
    CHECK(!stands_in(page, outside));
  int before = 0;
  const std::regex heading("<h([1-6])");
  for (std::sregex_iterator at(page.begin(), page.end(), heading), end; at != end; ++at) {
    const int level = std::stoi((*at)[1]);
    CHECK(level <= before + 1);
    before = level;
  }
}

TEST_CASE("compilers' lines keep their columns") {
  CHECK(stands_in(html_report(page_report()),
                  ">    return V * attention\n                        ^\n</code></pre>"));
}

TEST_CASE("every verdict stands in words") {
  for (int i = 0; i <= static_cast<int>(Verdict::internal_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    Report report;
    report.exercises = {page_exercise(1, "self_attention", verdict)};
    CHECK(stands_in(html_report(report), " " + words_of(verdict) + "</td>"));
  }
}

TEST_CASE("text of students is text on the page") {
  const std::string hostile = "<script>alert(1)</script>\"'&<!--\x1b[31m\xff</pre></style>";
  ExerciseResult wrong = wrong_one();
  for (std::string* text : {&wrong.file, &wrong.finding, &wrong.explanation, &wrong.student_output})
    *text = hostile;
  wrong.first_wrong_step = hostile;
  wrong.warnings = wrong.notes = {hostile, " " + hostile};
  wrong.details = {hostile, " " + hostile, {RemarkKind::step, hostile, 1, hostile, hostile}};
  wrong.cases = {page_case(hostile, Verdict::exception, hostile)};
  Report report = page_report();
  report.submission = report.again = hostile;
  report.exercises = {wrong};
  const std::string page = html_report(report);
  for (const char* raw : {"<script", "<!--", "\x1b", "\xff", "\"'&"}) CHECK(!stands_in(page, raw));
  CHECK(page.find("</style>") == page.rfind("</style>"));
  CHECK(stands_in(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST_CASE("where nothing could be graded the page says why") {
  Report report;
  report.error = "no compiler <at all>";
  const std::string page = html_report(report);
  CHECK(stands_in(page, "no compiler &lt;at all&gt;"));
  CHECK(!stands_in(page, "<table>"));
}

namespace {

PageExtras beside_of_wrong_one() {
  Figure figure{"attention weights", "query", "key", {}, {0, 1}, {-1, 1}, {}};
  figure.maps = {{caption_yours, Colours::sequential, 1, 2, {1, 0}}};
  PageExtras beside;
  beside.hints = {"Which axis sums to one?", "The <columns>."};
  beside.hints_in_all = 4;
  beside.case_name = "notebook";
  beside.picture = Picture{"", {"a remark"}, {figure}, {}};
  return beside;
}

}  // namespace

TEST_CASE("the page of a run has the hints that were taken and the failing case's picture") {
  const std::string page = html_report(page_report(), {{2, beside_of_wrong_one()}});
  CHECK(stands_in(page, "<p>Hints that you took, 2 of 4:</p>\n<ol>\n<li>Which axis"));
  CHECK(stands_in(page, "<li>The &lt;columns&gt;.</li>"));
  CHECK(stands_in(page, "<p>Case notebook, drawn:</p>\n<p>a remark</p>\n<h4 id=\"e2-picture-1\">"));
  CHECK(stands_in(page, "aria-label=\"yours: attention weights\""));
  CHECK(!stands_in(html_report(page_report()), "<svg"));
}

TEST_CASE("the page of a run shows the lines around the place, with their numbers") {
  Report report = page_report();
  report.exercises.resize(3);
  report.exercises[2].place = Place{16, 24};
  PageExtras beside;
  for (int i = 1; i < 15; ++i) beside.text += "\n";
  beside.text += "\ttwo\n    return V * attention\n}\n<script>\n</code></pre>\n";
  const std::string page = html_report(report, {{3, beside}});
  CHECK(stands_in(page, "    15  \ttwo\n&gt;   16      return V * attention\n    17  }\n"));
  CHECK(
      stands_in(page, "    18  &lt;script&gt;\n    19  &lt;/code&gt;&lt;/pre&gt;\n</code></pre>"));
  beside.text = "```\n<script>";
  report.exercises[2].place = Place{1, 0};
  CHECK(stands_in(html_report(report, {{3, beside}}), "&gt;    1  ```\n     2  &lt;script&gt;\n"));
}

TEST_CASE("a page says which cases did not pass, where they are more than one") {
  CHECK(stands_in(html_report(page_report()), "<p>cases that did not pass: notebook, fresh 1</p>"));
}

TEST_CASE("HTML escapes whatever text it is given, and leaves HTML as it is") {
  const std::string hostile = "<b>\"'&";
  const Html inner = html("<i>{}</i>", hostile);
  CHECK(inner.text() == "<i>&lt;b&gt;&quot;&#39;&amp;</i>");
  CHECK(html("{}{:02}{}", inner, 7, hostile.c_str()).text() ==
        inner.text() + "07&lt;b&gt;&quot;&#39;&amp;");
  CHECK((Html("<br>") + inner).text() == "<br>" + inner.text());
}

TEST_CASE("no HTML and no link that stands in Markdown comes onto a page") {
  const std::string text =
      html_of_markdown("a <b>b</b> [c](javascript:d) <http://e.f>\n\n<script>g</script>\n").text();
  for (const char* raw : {"<b>", "<script", "javascript"}) CHECK(!stands_in(text, raw));
}
