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

/// A test for a case of that name. The first that did not pass tells all that is known.
nlohmann::ordered_json exercism_test(const ExerciseResult& exercise, const std::string& name,
                                     Verdict verdict, const std::string& message, bool with_task) {
  const std::string whole = with_task ? fmt::format("{}: {}", short_name(exercise), name) : name;
  nlohmann::ordered_json test{{"name", whole}, {"status", test_status(standing_of(verdict))}};
  if (verdict != Verdict::passed)
    test["message"] = message.empty() ? words_of(verdict) : printable(message);
  if (with_task) test["task_id"] = exercise.number;
  return test;
}

void add_tests(const ExerciseResult& exercise, bool with_task, nlohmann::ordered_json& tests) {
  bool told = exercise.verdict == Verdict::passed;
  const std::string account = fmt::format("{}", fmt::join(account_of(exercise), "\n"));
  const auto add = [&](const std::string& name, Verdict verdict, const std::string& message) {
    const bool tells = !told && verdict != Verdict::passed;
    tests.push_back(exercism_test(exercise, name, tells ? exercise.verdict : verdict,
                                  tells ? account : message, with_task));
    if (tells && !exercise.student_output.empty())
      tests.back()["output"] = short_output(exercise.student_output);
    told = told || tells;
  };
  for (const CaseResult& one : exercise.cases) add(one.name, one.verdict, one.message);
  if (!told) add("the whole exercise", exercise.verdict, account);
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
