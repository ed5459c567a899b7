#include "report/writers.hpp"

#include "core/escape.hpp"
#include "version.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace grader {
namespace {

using json = nlohmann::ordered_json;

/// JSON has no NaN and no infinity: they become the strings that reference data use.
json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

/// Whole numbers without a decimal point.
json score(double value) {
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

json worst_json(const std::optional<WorstElement>& worst) {
  if (!worst) return nullptr;
  return {{"index", worst->index},
          {"expected", number(worst->expected)},
          {"actual", number(worst->actual)}};
}

template <class T>
json optional_json(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json case_json(const CaseResult& one) {
  json text = {{"name", one.name},
               {"verdict", name_of(one.verdict)},
               {"elements", one.elements},
               {"mismatches", one.mismatches},
               {"max_abs_error", optional_json(one.max_abs_error)},
               {"worst", worst_json(one.worst)}};
  for (const Missed& each : one.missed) {
    json missed = {{"name", each.measure}, {"value", number(each.value)}};
    if (each.at_least) missed["at_least"] = number(*each.at_least);
    if (each.at_most) missed["at_most"] = number(*each.at_most);
    text["measures"].push_back(std::move(missed));
  }
  return text;
}

json exercise_json(const ExerciseResult& exercise) {
  json cases = json::array();
  for (const CaseResult& one : exercise.cases) cases.push_back(case_json(one));
  return {{"number", exercise.number},
          {"name", exercise.name},
          {"title", exercise.title},
          {"verdict", name_of(exercise.verdict)},
          {"score", score(exercise.score)},
          {"max_score", score(exercise.max_score)},
          {"message", exercise.message()},
          {"first_wrong_step", optional_json(exercise.first_wrong_step)},
          {"mistake", optional_json(exercise.mistake)},
          {"notes", exercise.notes},
          {"compile_seconds", exercise.compile_seconds},
          {"run_seconds", exercise.run_seconds},
          {"student_output", exercise.student_output},
          {"cases", cases}};
}

}  // namespace

std::string json_report(const Report& report) {
  json exercises = json::array();
  for (const ExerciseResult& exercise : report.exercises)
    exercises.push_back(exercise_json(exercise));
  const json root = {{"format_version", 1},
                     {"tool", {{"name", "softmark"}, {"version", SOFTMARK_VERSION}}},
                     {"submission", report.submission},
                     {"isolation", report.isolation},
                     {"seed", optional_json(report.seed)},
                     {"score", score(report.score())},
                     {"max_score", score(report.max_score())},
                     {"exercises", exercises}};
  // In ASCII: some control characters and marks of direction are not.
  return json_without_orders(root.dump(2, ' ', true, json::error_handler_t::replace)) + "\n";
}

}  // namespace grader
