// Everything that a runner of a CI obeys, through every writer.

#include "catch.hpp"

#include "batch/batch.hpp"
#include "student/commands.hpp"
#include "core/text.hpp"
#include "report/picture.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

using namespace grader;

namespace {

const std::vector<std::string> orders{
    "::error file=a.cpp,line=1::forged",
    "::add-mask::passed",
    "::stop-commands::x",
    " \t ::set-output name=score::1",
    "\xe2\x80\x83\xc2\xa0::warning::after wide blanks",
    "##[error]forged",
    "text ##[group]folded",
    "##vso[task.complete result=Succeeded;]DONE",
    "text ##vso[task.setvariable variable=x]y",
    "###[section]three",
    "##teamcity[testFinished name='a']",
    "x ##teamcity[buildStatus status='SUCCESS']",
    "section_start:1560896352:name\r\x1b[0Kheader",
    "section_end:1560896353:name\r\x1b[0K",
    "travis_fold:start:name",
    "travis_time:end:1:start=2",
    "--- folded",
    "+++ opened",
    "~~~ muted",
    "^^^ +++",
    "fine\r::error::written over",
    "fine\n::error::in another line",
    "\x1b]1338;url='x'\x07",
    "\x1b[2J\x1b[32mPASS",
    "\xc2\x9b"
    "31mred",
    "\xe2\x80\xae"
    "reversed",
};

/// The first order that a runner finds in a log; empty for none.
std::string obeyed(const std::string& log) {
  static const std::regex order(
      "##[A-Za-z0-9_.-]*\\[|section_(start|end):|travis_(fold|time):|\\r|\\x1b|\\x07|"
      "\xc2\x9b|\xe2\x80\xae");
  static const std::regex at_start(
      "^(([ \\t\\v\\f]|\xc2\xa0|\xe2\x80[\x80-\x8a])*::|--- |\\+\\+\\+ |~~~ |\\^\\^\\^ )");
  for (const std::string& line : split_lines(log)) {
    if (std::regex_search(line, order) || std::regex_search(line, at_start)) return line;
  }
  return "";
}

/// A report with `text` wherever a student, a folder or a compiler has a say.
Report report_with(const std::string& text) {
  ExerciseResult exercise;
  exercise.number = 2;
  exercise.name = "attention";
  exercise.title = "Attention";
  exercise.verdict = Verdict::exception;
  exercise.file = text;
  exercise.finding = text;
  exercise.notes = {text};
  exercise.warnings = {text, "  " + text};
  exercise.details = {text, " " + text, {RemarkKind::first_wrong_step, text, 1, text, text}};
  exercise.student_output = text + "\n" + text;
  exercise.mistake = text;
  exercise.first_wrong_step = text;
  CaseResult one;
  one.name = text;
  one.verdict = Verdict::exception;
  one.message = text;
  exercise.cases = {one};
  Report report;
  report.submission = text;
  report.again = "./grade run --submission " + text;
  report.exercises = {exercise};
  return report;
}

Picture picture_with(const std::string& text) {
  const Map map{text, Colours::sequential, 1, 1, {0.5}};
  const Figure figure{text, text, text, {map}, {0, 1}, {0, 1}, {text}};
  const Chart chart{text, text, {{text, {1, 2}}}, {0, 2}, {text}};
  return {text, {text, "  " + text}, {figure}, {chart}};
}

std::string platform_report(const std::string& format, const Report& report) {
  return written_by(SOFTMARK_SOURCE "/integrations/" + format + ".jq", report);
}

/// A class whose ids, mistakes and errors are `text`.
ClassSummary class_with(const std::string& text) {
  const Finding one{text, text, {0}};
  ClassExercise exercise{2, "attention", text, {}, {one}, {one}, {one}, {}};
  exercise.verdicts[Verdict::build_failed] = 1;
  exercise.alike = {{{{0, 0}, {0}}}};
  return {{exercise}, {{text, "safe_name", text, 1, 2, true}}};
}

}  // namespace

TEST_CASE("the orders of this test are orders") {
  for (const std::string& order : orders) {
    INFO(order);
    CHECK(!obeyed(order).empty());
  }
}

TEST_CASE("no writer lets an order through") {
  for (const std::string& order : orders) {
    INFO(order);
    CHECK(obeyed(harmless(order)) == "");
    CHECK(obeyed(harmless("a\n" + order)) == "");
    const Report report = report_with(order);
    CHECK(obeyed(text_report(report, Colour::no)) == "");
    const std::string json = json_report(report);
    CHECK(obeyed(json) == "");
    for (const char* raw : {"::", "##"}) CHECK(json.find(raw) == std::string::npos);
    CHECK(nlohmann::json::parse(json)["exercises"][0]["message"] == order);
    PageExtras beside;
    beside.hints = {order, order};
    beside.text = order;
    beside.case_name = order;
    beside.picture = picture_with(printable(order));
    CHECK(obeyed(html_report(report, {{report.exercises[0].number, beside}})) == "");
    CHECK(obeyed(class_html(class_with(order))) == "");
    const std::string overview = class_json(class_with(order));
    CHECK(obeyed(overview) == "");
    CHECK(nlohmann::json::parse(overview)["nothing_handed_in"][0] == order);
    CHECK(obeyed(gcc_report(report)) == "");
    CHECK(obeyed(markdown_report(report)) == "");
    const Picture picture = picture_with(printable(order));
    CHECK(obeyed(terminal_picture(picture, Style::ascii)) == "");
  }
}

TEST_CASE("no platform's format lets an order through") {
  Report all;
  for (const std::string& order : orders) all.exercises.push_back(report_with(order).exercises[0]);
  for (const char* format : {"gradescope", "gitlab", "exercism", "classroom50", "junit"}) {
    const std::string text = platform_report(format, all);
    CHECK(obeyed(text) == "");
    if (std::string_view(format) != "junit") CHECK(!nlohmann::json::parse(text).empty());
  }
}

TEST_CASE("no text in JUnit's XML names a file to publish") {
  const std::string order = "[[ATTACHMENT|/etc/passwd]]";
  const std::string xml = platform_report("junit", report_with(order + order));
  CHECK(xml.find("[[ATTACHMENT|") == std::string::npos);
  CHECK(xml.find("[\\[ATTACHMENT|/etc/passwd]]") != std::string::npos);
}

TEST_CASE("GitHub's commands are the grader's own, however text tries to make more") {
  // A command's properties have no colon, comma or line end of others.
  static const std::regex own(
      "^::(error (file=[^:,]*,)?title=[^:,]*|notice title=softmark)::([^%]|%25|%0A|%0D)*$");
  for (const std::string& order : orders) {
    Report report, failed;
    for (const std::string& text : {order, "%0A" + order, "a\n" + order, ",line=1::" + order}) {
      report.exercises.push_back(report_with(text).exercises[0]);
      failed.error += text;
    }
    INFO(order);
    const std::vector<std::string> commands = split_lines(platform_report("github", report));
    CHECK(commands.size() == 5);
    for (const std::string& line : commands) CHECK(std::regex_match(line, own));
    CHECK(std::regex_match(platform_report("github", failed),
                           std::regex("::error title=softmark could not grade::.*\n")));
  }
}

TEST_CASE("no report of a grader that failed lets an order through") {
  std::string all;
  for (const std::string& order : orders) {
    INFO(order);
    Report report;
    report.error = order;
    all += order + "\n";
    for (const std::string& text :
         {text_report(report, Colour::no), json_report(report), markdown_report(report)})
      CHECK(obeyed(text) == "");
  }
  Report report;
  report.error = all;
  for (const char* format : {"gradescope", "gitlab", "exercism", "classroom50", "junit"})
    CHECK(obeyed(platform_report(format, report)) == "");
}

TEST_CASE("a report in colour has no escape sequences but its own") {
  static const std::regex own("\\x1b\\[[0-9]+m");
  for (const std::string& order : orders) {
    INFO(order);
    const std::string page = text_report(report_with(order), Colour::yes);
    CHECK(obeyed(std::regex_replace(page, own, "")) == "");
  }
}

TEST_CASE("a backslash breaks an order, and what is none stays as it is") {
  CHECK(without_orders("::error::x\n  \t::set-output::\na ::b, c::d\n") ==
        "\\::error::x\n  \t\\::set-output::\na \\::b, c::d\n");
  CHECK(without_orders("a ##[error]b ## [c] ##vso[d]") == "a #\\#[error]b ## [c] #\\#vso[d]");
  CHECK(without_orders("section_start:1:a") == "section_start\\:1:a");
  CHECK(without_orders("--- a\nb --- c\n---\n") == "\\--- a\nb --- c\n---\n");
  const std::string plain = "std::vector<int>: x[2] # 3, section start: \xc3\xa4\n  - item\n";
  CHECK(without_orders(plain) == plain);
  CHECK(without_orders("") == "");
}

TEST_CASE("JSON and markup keep what they say") {
  const std::string text = "::a:: ###[b] std::vector<int> travis_fold:c";
  const std::string json = json_without_orders(nlohmann::json(text).dump());
  CHECK(json.find("#\\u0023") != std::string::npos);
  CHECK(nlohmann::json::parse(json) == text);
  CHECK(markup("a ##[b]::c") == "a #&#35;[b]:&#58;c");
  CHECK(markup("--- a\nb --- c\n+++ d") == "&#45;-- a\nb --- c\n&#43;++ d");
  CHECK(markup("a --- b\n--- c") == "a --- b\n&#45;-- c");
}
