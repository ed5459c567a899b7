// Gradescope's results.json: a test for each exercise, which carries its score.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/json_text.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

namespace grader {
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

}  // namespace grader
