// JUnit's XML: a suite for each exercise, a test for each case. The text stands in the attribute
// `message` and in the element, since some readers show only one of them.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// What JUnit counts.
struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    seconds += other.seconds;
  }
};

Counts counts_of(const Report& report, const ExerciseResult& exercise,
                 const std::vector<PlatformTest>& tests) {
  Counts counts;
  counts.tests = tests.size();
  for (const PlatformTest& one : tests) {
    const Standing standing = standing_of(one.verdict);
    counts.failures += standing == Standing::wrong ? 1 : 0;
    counts.skipped += standing == Standing::open ? 1 : 0;
    counts.errors += standing == Standing::error || standing == Standing::ours ? 1 : 0;
  }
  if (!report.reproducible) counts.seconds = exercise.compile_seconds + exercise.run_seconds;
  return counts;
}

std::string attributes(const Counts& counts) {
  return fmt::format(R"( tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                     counts.tests, counts.failures, counts.errors, counts.skipped, counts.seconds);
}

std::string element_of(Standing standing) {
  if (standing == Standing::wrong) return "failure";
  return standing == Standing::open ? "skipped" : "error";
}

std::string test_xml(const ExerciseResult& exercise, const PlatformTest& test) {
  std::string xml = fmt::format(R"(    <testcase classname="{}" name="{}" file="{}")",
                                markup(folder_name(exercise)), markup(test.name),
                                markup(printable_name(exercise.file)));
  if (test.tells_all && exercise.place) xml += fmt::format(R"( line="{}")", exercise.place->line);
  const Standing standing = standing_of(test.verdict);
  if (standing == Standing::passed) return xml + "/>\n";
  const std::string element = element_of(standing);
  const std::string message = test.message.empty() ? words_of(test.verdict) : test.message;
  const std::string type =
      element == "skipped" ? "" : fmt::format(R"( type="{}")", name_of(test.verdict));
  const std::string text = test.tells_all ? account_text(exercise) : message;
  xml += fmt::format(">\n      <{} message=\"{}\"{}>{}</{}>\n", element, markup(one_line(message)),
                     type, markup(text.empty() ? message : text), element);
  if (test.tells_all && !exercise.student_output.empty()) {
    const std::string printed = fmt::format("{}", fmt::join(first_output(exercise, 200), "\n"));
    xml += fmt::format("      <system-out>{}</system-out>\n", markup(printed));
  }
  return xml + "    </testcase>\n";
}

std::string property_xml(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, markup(value));
}

std::string suite_xml(const ExerciseResult& exercise, const std::vector<PlatformTest>& tests,
                      const Counts& counts) {
  std::string xml = fmt::format("  <testsuite name=\"{}\"{}>\n    <properties>\n",
                                markup(folder_name(exercise)), attributes(counts));
  xml += property_xml("verdict", name_of(exercise.verdict));
  xml += property_xml("score", fmt::format("{:.10g}", exercise.score));
  xml += property_xml("max_score", fmt::format("{:.10g}", exercise.max_score));
  if (exercise.mistake) xml += property_xml("mistake", *exercise.mistake);
  if (exercise.first_wrong_step)
    xml += property_xml("first_wrong_step", *exercise.first_wrong_step);
  xml += "    </properties>\n";
  for (const PlatformTest& test : tests) xml += test_xml(exercise, test);
  return xml + "  </testsuite>\n";
}

/// `xml` without what readers take for the name of a file to publish, wherever they find it in a
/// test's text: [[ATTACHMENT|name]].
std::string without_attachments(std::string xml) {
  constexpr std::string_view opening = "[[ATTACHMENT|";
  for (std::size_t at = 0; (at = xml.find(opening, at)) != std::string::npos; at += opening.size())
    xml.insert(at + 1, "\\");
  return xml;
}

/// A test for an error of the grader's own: readers of JUnit know errors of tests only.
std::string error_suite_xml(const std::string& error, const Counts& counts) {
  return fmt::format(
      "  <testsuite name=\"softmark\"{}>\n"
      "    <testcase classname=\"softmark\" name=\"the grader\">\n"
      "      <error message=\"{}\" type=\"internal_error\">{}</error>\n"
      "    </testcase>\n  </testsuite>\n",
      attributes(counts), markup(one_line(error)), markup(error));
}

}  // namespace

std::string junit_report(const Report& report) {
  Counts all;
  std::string suites;
  if (!report.error.empty()) {
    all = {.tests = 1, .errors = 1};
    suites = error_suite_xml(report.error, all);
  }
  for (const ExerciseResult& exercise : report.exercises) {
    const std::vector<PlatformTest> tests = tests_of(exercise);
    const Counts counts = counts_of(report, exercise, tests);
    all.add(counts);
    suites += suite_xml(exercise, tests, counts);
  }
  return without_attachments(
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"softmark\"{}>\n{}"
                  "</testsuites>\n",
                  attributes(all), suites));
}

}  // namespace grader
