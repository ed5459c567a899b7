#include "core/text.hpp"
#include "report/writers.hpp"
#include "version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

template <class Value>
struct nlohmann::adl_serializer<std::optional<Value>> {
  static void to_json(ordered_json& text, const std::optional<Value>& value) {
    text = value ? ordered_json(*value) : ordered_json(nullptr);
  }
};

namespace grader {

using json = nlohmann::ordered_json;

namespace {

/// JSON has no NaN and no infinity: they become the strings that reference data use.
json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

double number_in(const json& value) {
  return value.is_number() ? value.get<double>() : std::stod(value.get<std::string>());
}

json score_json(double score) {
  return score == std::floor(score) ? json(static_cast<std::int64_t>(score)) : json(score);
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

std::string text_in(const json& text) { return text.is_null() ? "" : text.get<std::string>(); }

template <class Value>
std::optional<Value> maybe(const json& text) {
  return text.is_null() ? std::nullopt : std::optional(text.get<Value>());
}

/// The ids of what remarks are about. They stay what they are.
constexpr std::array<std::string_view, 8> kinds{
    "plain", "steps",        "first_wrong_step", "first_different_step",
    "step",  "later_ending", "advice",           "fix"};

}  // namespace

// nlohmann::json finds these by their argument's namespace.

static void to_json(json& text, const WorstElement& worst) {
  text = {{"index", worst.index},
          {"expected", number(worst.expected)},
          {"actual", number(worst.actual)}};
}

static void from_json(const json& text, WorstElement& worst) {
  worst = {text.at("index"), number_in(text.at("expected")), number_in(text.at("actual"))};
}

static void to_json(json& text, const Place& place) {
  text = {{"line", place.line}, {"column", place.column > 0 ? json(place.column) : json(nullptr)}};
}

static void from_json(const json& text, Place& place) {
  const json& column = text.at("column");
  place = {text.at("line"), column.is_null() ? 0 : column.get<unsigned>()};
}

static void to_json(json& text, const Cause& cause) {
  text = {{"message", cause.sentence}, {"place", cause.place}};
}

static void from_json(const json& text, Cause& cause) {
  cause = {text.at("message"), maybe<Place>(text.at("place"))};
}

static void to_json(json& text, const Missed& missed) {
  text = {{"name", missed.measure},
          {"requirement", missed.requirement},
          {"value", number(missed.value)}};
  if (missed.at_least) text["at_least"] = number(*missed.at_least);
  if (missed.at_most) text["at_most"] = number(*missed.at_most);
}

static void from_json(const json& text, Missed& missed) {
  missed = {text.at("requirement"), text.at("name"), number_in(text.at("value"))};
  if (text.contains("at_least")) missed.at_least = number_in(text.at("at_least"));
  if (text.contains("at_most")) missed.at_most = number_in(text.at("at_most"));
}

static void to_json(json& text, const CaseResult& one) {
  text = {{"name", one.name},
          {"verdict", name_of(one.verdict)},
          {"elements", one.elements},
          {"mismatches", one.mismatches},
          {"max_abs_error", one.max_abs_error},
          {"worst", one.worst},
          {"message", one.message}};
  if (!one.missed.empty()) text["measures"] = one.missed;
}

static void from_json(const json& text, CaseResult& one) {
  one = {text.at("name"),
         verdict_named(text.at("verdict").get<std::string>()).value(),
         text.at("elements"),
         text.at("mismatches"),
         maybe<double>(text.at("max_abs_error")),
         maybe<WorstElement>(text.at("worst")),
         text.value("measures", std::vector<Missed>()),
         text.at("message")};
}

static void to_json(json& text, const StepResult& step) {
  text = {
      {"name", step.name},      {"turn", step.turn},       {"verdict", name_of(step.verdict)},
      {"case", step.case_name}, {"mistake", step.mistake}, {"message", text_or_null(step.message)},
      {"worst", step.worst}};
}

static void from_json(const json& text, StepResult& step) {
  step = {text.at("name"),
          maybe<std::size_t>(text.at("turn")),
          named<StepVerdict>(text.at("verdict").get<std::string>(), step_verdict_names).value(),
          text.at("case"),
          maybe<std::string>(text.at("mistake")),
          text_in(text.at("message")),
          maybe<WorstElement>(text.at("worst"))};
}

static void to_json(json& text, const Counted& counted) {
  text = {{"limit", counted.limit},
          {"cost", name_of(counted.cost)},
          {"counted", counted.program},
          {"reference", counted.reference},
          {"at_most", counted.at_most}};
}

static void from_json(const json& text, Counted& counted) {
  counted = {text.at("limit"), named<Cost>(text.at("cost").get<std::string>(), cost_names).value(),
             text.at("counted"), text.at("reference"), text.at("at_most")};
}

namespace {

/// What details are about, where they are about something: which line that is, and its parts.
json remarks_json(const ExerciseResult& exercise) {
  json list = json::array();
  for (std::size_t i = 0; i < exercise.details.size(); ++i) {
    const Remark& remark = exercise.details[i];
    if (remark.kind == RemarkKind::plain) continue;
    list.push_back({{"line", i},
                    {"kind", kinds.at(static_cast<std::size_t>(remark.kind))},
                    {"step", text_or_null(remark.step)},
                    {"turn", remark.turn},
                    {"case", text_or_null(remark.case_name)},
                    {"words", remark.words}});
  }
  return list;
}

json exercise_json(const ExerciseResult& exercise) {
  json text = {{"number", exercise.number},
               {"name", exercise.name},
               {"title", exercise.title},
               {"verdict", name_of(exercise.verdict)},
               {"score", score_json(exercise.score)},
               {"max_score", score_json(exercise.max_score)},
               {"message", exercise.message()},
               {"first_wrong_step", exercise.first_wrong_step},
               {"mistake", exercise.mistake},
               {"steps", exercise.steps},
               {"follow_through", exercise.follow_through},
               {"notes", exercise.notes},
               {"compile_seconds", exercise.compile_seconds},
               {"run_seconds", exercise.run_seconds},
               {"student_output", exercise.student_output},
               {"file", exercise.file},
               {"place", exercise.place},
               {"cause", exercise.cause},
               {"finding", exercise.finding},
               {"explanation", text_or_null(exercise.explanation)},
               {"further", exercise.further},
               {"details", detail_lines(exercise)},
               {"remarks", remarks_json(exercise)},
               {"warnings", exercise.warnings},
               {"cases", exercise.cases}};
  if (!exercise.costs.empty()) text["costs"] = exercise.costs;
  return text;
}

ExerciseResult result_in(const json& text) {
  ExerciseResult result;
  text.at("number").get_to(result.number);
  text.at("name").get_to(result.name);
  text.at("title").get_to(result.title);
  result.verdict = verdict_named(text.at("verdict").get<std::string>()).value();
  text.at("score").get_to(result.score);
  text.at("max_score").get_to(result.max_score);
  result.first_wrong_step = maybe<std::string>(text.at("first_wrong_step"));
  result.mistake = maybe<std::string>(text.at("mistake"));
  text.at("steps").get_to(result.steps);
  result.follow_through = maybe<double>(text.at("follow_through"));
  text.at("notes").get_to(result.notes);
  text.at("compile_seconds").get_to(result.compile_seconds);
  text.at("run_seconds").get_to(result.run_seconds);
  text.at("student_output").get_to(result.student_output);
  text.at("file").get_to(result.file);
  result.place = maybe<Place>(text.at("place"));
  result.cause = maybe<Cause>(text.at("cause"));
  text.at("finding").get_to(result.finding);
  result.explanation = text_in(text.at("explanation"));
  text.at("further").get_to(result.further);
  if (text.contains("costs")) text.at("costs").get_to(result.costs);
  for (const json& detail : text.at("details"))
    result.details.emplace_back(detail.get<std::string>());
  for (const json& remark : text.at("remarks"))
    result.details.at(remark.at("line").get<std::size_t>()) = {
        named<RemarkKind>(remark.at("kind").get<std::string>(), kinds).value(),
        text_in(remark.at("step")), maybe<std::size_t>(remark.at("turn")),
        text_in(remark.at("case")), remark.at("words").get<std::string>()};
  text.at("warnings").get_to(result.warnings);
  text.at("cases").get_to(result.cases);
  return result;
}

}  // namespace

std::string plain_json(const json& value, int indent) {
  return json_without_orders(value.dump(indent, ' ', true, json::error_handler_t::replace));
}

std::string json_report(const Report& report) {
  json exercises = json::array();
  for (const ExerciseResult& exercise : report.exercises) {
    exercises.push_back(exercise_json(exercise));
    if (!report.reproducible) continue;
    exercises.back()["compile_seconds"] = nullptr;
    exercises.back()["run_seconds"] = nullptr;
  }
  json root = {{"format_version", 1},
               {"tool", {{"name", "softmark"}, {"version", SOFTMARK_VERSION}}},
               {"submission", report.submission},
               {"isolation", report.reproducible ? json(nullptr) : json(report.isolation)},
               {"seed", report.seed},
               {"score", score_json(report.score())},
               {"max_score", score_json(report.max_score())},
               {"exercises", exercises}};
  if (!report.error.empty()) root["error"] = report.error;
  return plain_json(root, 2) + "\n";
}

std::string json_exercise(const ExerciseResult& result) {
  return plain_json(exercise_json(result), 2) + "\n";
}

std::optional<ExerciseResult> exercise_in(const std::string& text) try {
  return result_in(json::parse(text));
} catch (const std::exception&) {
  return std::nullopt;
}

}  // namespace grader
