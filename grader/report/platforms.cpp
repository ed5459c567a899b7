// The JSON that platforms read: GitLab, Gradescope, Classroom 50, Exercism.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/json_text.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>

namespace grader {

// GitLab's Code Quality report: what GitLab shows beside the lines of a merge request.

namespace {

/// `told_apart` identifies the finding in every run: GitLab compares two branches by it.
nlohmann::ordered_json quality_issue(const std::string& description, Verdict verdict,
                                     const std::string& path, const std::optional<Place>& place,
                                     const std::string& told_apart) {
  const Standing standing = standing_of(verdict);
  return {{"description", description},
          {"check_name", fmt::format("softmark/{}", name_of(verdict))},
          {"fingerprint", fmt::format("{:016x}", content_hash(told_apart))},
          {"severity", standing == Standing::wrong   ? "major"
                       : standing == Standing::error ? "critical"
                                                     : "info"},
          {"location",
           {{"path", std::filesystem::path(path).lexically_normal().string()},
            {"lines", {{"begin", place ? place->line : 1}}}}}};
}

}  // namespace

std::string gitlab_report(const Report& report) {
  nlohmann::ordered_json issues = nlohmann::ordered_json::array();
  if (!report.error.empty()) {
    issues.push_back(quality_issue("softmark could not grade: " + one_line(printable(report.error)),
                                   Verdict::internal_error, "exercises", {}, "internal_error"));
  }
  for (const ExerciseResult& one : report.exercises) {
    const Standing standing = standing_of(one.verdict);
    if (standing == Standing::passed || standing == Standing::open) continue;
    const std::string folder = folder_name(one);
    issues.push_back(
        quality_issue(fmt::format("{}: {}", short_name(one), one_line(printable(one.message()))),
                      one.verdict, one.file.empty() ? folder : printable_name(one.file), one.place,
                      fmt::format("{} {} {}", folder, name_of(one.verdict), one.message())));
  }
  return json_text(issues);
}

// Gradescope's results.json: a test for each exercise, which carries its score.

namespace {

/// A failure of ours has no score, so that it costs nobody points.
nlohmann::ordered_json gradescope_test(const ExerciseResult& exercise) {
  const Standing standing = standing_of(exercise.verdict);
  nlohmann::ordered_json test;
  if (standing != Standing::ours) {
    test["score"] = json_score(exercise.score);
    test["max_score"] = json_score(exercise.max_score);
    test["status"] = standing == Standing::passed ? "passed" : "failed";
  }
  test["name"] = exercise.title.empty()
                     ? short_name(exercise)
                     : fmt::format("{}: {}", short_name(exercise), exercise.title);
  test["name_format"] = "text";
  test["number"] = fmt::format("{}", exercise.number);
  test["output"] = standing == Standing::ours
                       ? "The grader failed here, not you: this exercise is not counted.\n" +
                             account_text(exercise)
                       : account_text(exercise);
  test["output_format"] = "text";
  test["tags"] = {name_of(exercise.verdict)};
  test["visibility"] = "visible";
  return test;
}

}  // namespace

std::string gradescope_report(const Report& report) {
  nlohmann::ordered_json root;
  root["score"] = json_score(report.score());  // the sum, also where no test has a score
  root["output"] = report.error.empty()
                       ? summary_line(report)
                       : "The grader failed, not you: please submit again, or tell your "
                         "instructor.\n" +
                             printable(report.error);
  root["output_format"] = "text";
  root["visibility"] = "visible";
  root["stdout_visibility"] = "hidden";
  if (!report.reproducible && report.error.empty()) {
    double seconds = 0;
    for (const ExerciseResult& exercise : report.exercises)
      seconds += exercise.compile_seconds + exercise.run_seconds;
    root["execution_time"] = seconds;
  }
  root["tests"] = nlohmann::ordered_json::array();
  for (const ExerciseResult& exercise : report.exercises)
    root["tests"].push_back(gradescope_test(exercise));
  return json_text(root);
}

// Classroom 50's result.json: a test for each exercise, scores as integers.

namespace {

/// The factor that makes all points integers: 1, 2, 4, 10 or 100.
double scale_of(const Report& report) {
  for (const double scale : {1.0, 2.0, 4.0, 10.0}) {
    const auto whole = [&](double points) {
      return std::abs(points * scale - std::round(points * scale)) < 1e-9;
    };
    if (std::ranges::all_of(report.exercises, [&](const ExerciseResult& one) {
          return whole(one.score) && whole(one.max_score);
        })) {
      return scale;
    }
  }
  return 100;
}

}  // namespace

std::string classroom50_report(const Report& report, const Handin& handin) {
  const double scale = scale_of(report);
  const auto integer = [&](double points) {
    return static_cast<std::int64_t>(std::llround(points * scale));
  };
  nlohmann::ordered_json root{{"schema", "classroom50/result/v1"},
                              {"classroom", handin.classroom},
                              {"assignment", handin.assignment},
                              {"submission", handin.submission},
                              {"commit", handin.commit},
                              {"release", handin.release},
                              {"review", handin.review.empty() ? handin.commit : handin.review},
                              {"datetime", handin.datetime}};
  // Sums of what is written, so that they agree with it.
  std::int64_t score = 0, max_score = 0;
  nlohmann::ordered_json tests = nlohmann::ordered_json::array();
  if (!report.error.empty()) {
    tests.push_back({{"test-name", "the grader"},
                     {"passed", false},
                     {"score", 0},
                     {"max-score", 0},
                     {"verdict", name_of(Verdict::internal_error)},
                     {"message", printable(report.error)}});
  }
  for (const ExerciseResult& exercise : report.exercises) {
    // A failure of ours is left out, rather than counted as 0 points.
    const bool ours = standing_of(exercise.verdict) == Standing::ours;
    const std::int64_t most = ours ? 0 : integer(exercise.max_score);
    score += integer(exercise.score);
    max_score += most;
    tests.push_back({{"test-name", short_name(exercise)},
                     {"passed", exercise.verdict == Verdict::passed},
                     {"score", integer(exercise.score)},
                     {"max-score", most},
                     {"verdict", name_of(exercise.verdict)},
                     {"message", account_text(exercise)}});
  }
  root["score"] = score;
  root["max-score"] = max_score;
  root["tests"] = tests;
  return json_text(root);
}

// Exercism's results.json, version 3: a test for each case.

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
