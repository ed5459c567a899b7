#include "report/writers.hpp"

#include "core/text.hpp"
#include "report/account.hpp"
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

json score_json(double score) {
  return score == std::floor(score) ? json(static_cast<std::int64_t>(score)) : json(score);
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json case_json(const CaseResult& one) {
  json text = {{"name", one.name},
               {"verdict", name_of(one.verdict)},
               {"elements", one.elements},
               {"mismatches", one.mismatches},
               {"max_abs_error", optional_json(one.max_abs_error)},
               {"worst", worst_json(one.worst)},
               {"message", one.message}};
  for (const Missed& each : one.missed) {
    json missed = {
        {"name", each.measure}, {"requirement", each.requirement}, {"value", number(each.value)}};
    if (each.at_least) missed["at_least"] = number(*each.at_least);
    if (each.at_most) missed["at_most"] = number(*each.at_most);
    text["measures"].push_back(std::move(missed));
  }
  return text;
}

json place_json(const std::optional<Place>& place) {
  if (!place) return nullptr;
  return {{"line", place->line},
          {"column", place->column > 0 ? json(place->column) : json(nullptr)}};
}

json cause_json(const std::optional<Cause>& cause) {
  if (!cause) return nullptr;
  return {{"message", cause->sentence}, {"place", place_json(cause->place)}};
}

json steps_json(const std::vector<StepResult>& steps) {
  json list = json::array();
  for (const StepResult& step : steps) {
    list.push_back({{"name", step.name},
                    {"turn", optional_json(step.turn)},
                    {"verdict", name_of(step.verdict)},
                    {"case", step.case_name},
                    {"mistake", optional_json(step.mistake)},
                    {"message", text_or_null(step.message)},
                    {"worst", worst_json(step.worst)}});
  }
  return list;
}

/// The ids of what remarks are about. They stay what they are.
constexpr std::array<const char*, 8> kinds{
    "plain", "steps",        "first_wrong_step", "first_different_step",
    "step",  "later_ending", "advice",           "fix"};

/// What details are about, where they are about something: which line that is, and its parts.
json remarks_json(const ExerciseResult& exercise) {
  json list = json::array();
  for (std::size_t i = 0; i < exercise.details.size(); ++i) {
    const Remark& remark = exercise.details[i];
    if (remark.kind == RemarkKind::plain) continue;
    list.push_back({{"line", i},
                    {"kind", kinds.at(static_cast<std::size_t>(remark.kind))},
                    {"step", text_or_null(remark.step)},
                    {"turn", optional_json(remark.turn)},
                    {"case", text_or_null(remark.case_name)},
                    {"words", remark.words}});
  }
  return list;
}

json costs_json(const CostReport& report) {
  json costs = json::array(), shares = json::array();
  for (const auto& [cost, program, reference] : report.costs) {
    costs.push_back({{"cost", name_of(cost)}, {"counted", program}, {"reference", reference}});
  }
  for (const auto& [limit, cost, measure, value, at_most] : report.shares) {
    shares.push_back({{"limit", limit},
                      {"cost", name_of(cost)},
                      {"measure", measure},
                      {"value", number(value)},
                      {"at_most", at_most}});
  }
  return {{"sizes", report.sizes}, {"counted", costs}, {"limits", shares}};
}

json exercise_json(const ExerciseResult& exercise) {
  json cases = json::array();
  for (const CaseResult& one : exercise.cases) cases.push_back(case_json(one));
  json text = {
      {"number", exercise.number},
      {"name", exercise.name},
      {"title", exercise.title},
      {"verdict", name_of(exercise.verdict)},
      {"score", score_json(exercise.score)},
      {"max_score", score_json(exercise.max_score)},
      {"message", exercise.message()},
      {"first_wrong_step", optional_json(exercise.first_wrong_step)},
      {"mistake", optional_json(exercise.mistake ? exercise.mistake : exercise.likely_mistake)},
      {"steps", steps_json(exercise.steps)},
      {"follow_through", optional_json(exercise.follow_through)},
      {"notes", exercise.notes},
      {"compile_seconds", exercise.compile_seconds},
      {"run_seconds", exercise.run_seconds},
      {"student_output", exercise.student_output},
      {"file", exercise.file},
      {"place", place_json(exercise.place)},
      {"cause", cause_json(exercise.cause)},
      {"finding", exercise.finding},
      {"explanation", text_or_null(exercise.explanation)},
      {"further", exercise.further},
      {"details", detail_lines(exercise)},
      {"remarks", remarks_json(exercise)},
      {"warnings", exercise.warnings},
      {"cases", cases}};
  if (exercise.costs) text["costs"] = costs_json(*exercise.costs);
  return text;
}

double number_in(const json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string word = value.get<std::string>();
  if (word == "nan") return std::nan("");
  return word == "inf" ? HUGE_VAL : -HUGE_VAL;
}

template <class T>
std::optional<T> optional_in(const json& object, const char* key) {
  if (!object.contains(key) || object.at(key).is_null()) return std::nullopt;
  if constexpr (std::is_same_v<T, double>) return number_in(object.at(key));
  return object.at(key).get<T>();
}

std::optional<Place> place_in(const json& place) {
  if (place.is_null()) return std::nullopt;
  return Place{place.at("line").get<unsigned>(),
               optional_in<unsigned>(place, "column").value_or(0)};
}

Verdict verdict_in(const json& object) {
  return verdict_named(object.at("verdict").get<std::string>()).value();
}

std::optional<WorstElement> worst_in(const json& object) {
  const json& worst = object.at("worst");
  if (worst.is_null()) return std::nullopt;
  return WorstElement{worst.at("index").get<std::vector<std::size_t>>(),
                      number_in(worst.at("expected")), number_in(worst.at("actual"))};
}

StepResult step_in(const json& text) {
  StepResult step;
  text.at("name").get_to(step.name);
  step.turn = optional_in<std::size_t>(text, "turn");
  step.verdict = step_verdict_named(text.at("verdict").get<std::string>()).value();
  text.at("case").get_to(step.case_name);
  step.mistake = optional_in<std::string>(text, "mistake");
  step.message = optional_in<std::string>(text, "message").value_or("");
  step.worst = worst_in(text);
  return step;
}

CaseResult case_in(const json& text) {
  CaseResult one;
  text.at("name").get_to(one.name);
  one.verdict = verdict_in(text);
  text.at("elements").get_to(one.elements);
  text.at("mismatches").get_to(one.mismatches);
  one.max_abs_error = optional_in<double>(text, "max_abs_error");
  text.at("message").get_to(one.message);
  one.worst = worst_in(text);
  for (const json& each : text.value("measures", json::array())) {
    one.missed.push_back({each.at("requirement"), each.at("name"), number_in(each.at("value")),
                          optional_in<double>(each, "at_least"),
                          optional_in<double>(each, "at_most")});
  }
  return one;
}

Cost cost_in(const json& name) {
  const auto found = std::ranges::find(cost_names, name.get<std::string>());
  if (found == cost_names.end()) throw json::other_error::create(599, "unknown cost", &name);
  return static_cast<Cost>(found - cost_names.begin());
}

CostReport costs_in(const json& text) {
  CostReport report;
  text.at("sizes").get_to(report.sizes);
  for (const json& each : text.at("counted"))
    report.costs.push_back({cost_in(each.at("cost")), each.at("counted"), each.at("reference")});
  for (const json& each : text.at("limits")) {
    report.shares.push_back({each.at("limit"), cost_in(each.at("cost")), each.at("measure"),
                             number_in(each.at("value")), each.at("at_most").get<double>()});
  }
  return report;
}

Remark remark_in(const json& remark) {
  const auto kind = std::ranges::find(kinds, remark.at("kind").get<std::string>());
  if (kind == kinds.end()) throw json::other_error::create(599, "unknown kind", &remark);
  return {static_cast<RemarkKind>(kind - kinds.begin()),
          optional_in<std::string>(remark, "step").value_or(""),
          optional_in<std::size_t>(remark, "turn"),
          optional_in<std::string>(remark, "case").value_or(""),
          remark.at("words").get<std::string>()};
}

ExerciseResult result_in(const json& text) {
  ExerciseResult result;
  text.at("number").get_to(result.number);
  text.at("name").get_to(result.name);
  text.at("title").get_to(result.title);
  result.verdict = verdict_in(text);
  text.at("score").get_to(result.score);
  text.at("max_score").get_to(result.max_score);
  result.first_wrong_step = optional_in<std::string>(text, "first_wrong_step");
  result.mistake = optional_in<std::string>(text, "mistake");
  for (const json& step : text.at("steps")) result.steps.push_back(step_in(step));
  result.follow_through = optional_in<double>(text, "follow_through");
  text.at("notes").get_to(result.notes);
  text.at("compile_seconds").get_to(result.compile_seconds);
  text.at("run_seconds").get_to(result.run_seconds);
  text.at("student_output").get_to(result.student_output);
  text.at("file").get_to(result.file);
  result.place = place_in(text.at("place"));
  if (const json& cause = text.at("cause"); !cause.is_null())
    result.cause = Cause{cause.at("message").get<std::string>(), place_in(cause.at("place"))};
  text.at("finding").get_to(result.finding);
  result.explanation = optional_in<std::string>(text, "explanation").value_or("");
  text.at("further").get_to(result.further);
  if (text.contains("costs")) result.costs = costs_in(text.at("costs"));
  const json& details = text.at("details");
  const std::size_t of_costs = detail_lines(result).size();  // a table of them stands at the end
  for (std::size_t i = 0; i + of_costs < details.size(); ++i)
    result.details.emplace_back(details[i].get<std::string>());
  for (const json& remark : text.at("remarks"))
    result.details.at(remark.at("line").get<std::size_t>()) = remark_in(remark);
  text.at("warnings").get_to(result.warnings);
  for (const json& one : text.at("cases")) result.cases.push_back(case_in(one));
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
               {"seed", optional_json(report.seed)},
               {"score", score_json(report.score())},
               {"max_score", score_json(report.max_score())},
               {"exercises", exercises}};
  if (!report.error.empty()) root["error"] = report.error;
  return plain_json(root, 2) + "\n";
}

std::string json_exercise(const ExerciseResult& result) {
  return plain_json(exercise_json(result), 2) + "\n";
}

std::optional<ExerciseResult> exercise_in(const std::string& text) {
  try {
    return result_in(json::parse(text));
  } catch (const json::exception&) {
    return std::nullopt;
  } catch (const std::bad_optional_access&) {
    return std::nullopt;
  }
}

}  // namespace grader
