// Exercism's results.json, version 3: a test for each case.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/json_text.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

constexpr std::size_t most_message = 65535, most_output = 500;

std::string test_status(Standing standing) {
  if (standing == Standing::passed) return "pass";
  return standing == Standing::wrong ? "fail" : "error";
}

/// What the program printed, cut to 500 characters with the remark on what is left out.
std::string short_output(const std::string& output) {
  const std::string shown = printable(output);
  if (shown.size() <= most_output) return shown;
  const std::string remark = "\n[the rest is left out]";
  return cut(shown, most_output - remark.size()) + remark;
}

void add_tests(const ExerciseResult& exercise, bool with_task, nlohmann::ordered_json& tests) {
  for (const PlatformTest& one : tests_of(exercise)) {
    const std::string message =
        one.tells_all ? fmt::format("{}", fmt::join(account_of(exercise), "\n")) : one.message;
    nlohmann::ordered_json test{
        {"name", with_task ? fmt::format("{}: {}", short_name(exercise), one.name) : one.name},
        {"status", test_status(standing_of(one.verdict))}};
    if (one.verdict != Verdict::passed)
      test["message"] = message.empty() ? words_of(one.verdict) : printable(message);
    if (with_task) test["task_id"] = exercise.number;
    if (one.tells_all && !exercise.student_output.empty())
      test["output"] = short_output(exercise.student_output);
    tests.push_back(std::move(test));
  }
}

nlohmann::ordered_json exercism_error(const std::string& message) {
  return {{"version", 3},
          {"status", "error"},
          {"message", shortened_to(message, most_message - 100)},  // the remark counts
          {"tests", nlohmann::ordered_json::array()}};
}

}  // namespace

std::string exercism_report(const Report& report) {
  if (!report.error.empty())
    return json_text(exercism_error("The grader failed: " + printable(report.error)));
  const bool any_ran = std::ranges::any_of(
      report.exercises, [](const ExerciseResult& one) { return !one.cases.empty(); });
  if (!any_ran) {
    std::string message;
    for (const ExerciseResult& one : report.exercises)
      message += fmt::format("{}: {}\n", short_name(one), account_text(one));
    return json_text(exercism_error(message.empty() ? "nothing was graded" : message));
  }
  const bool passed = std::ranges::all_of(
      report.exercises, [](const ExerciseResult& one) { return one.verdict == Verdict::passed; });
  nlohmann::ordered_json root{{"version", 3},
                              {"status", passed ? "pass" : "fail"},
                              {"message", nullptr},
                              {"tests", nlohmann::ordered_json::array()}};
  for (const ExerciseResult& one : report.exercises)
    add_tests(one, report.exercises.size() > 1, root["tests"]);
  return json_text(root);
}

}  // namespace grader
