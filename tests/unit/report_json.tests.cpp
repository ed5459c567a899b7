// The JSON report, version 1: a promise to everybody who reads it.

#include "catch.hpp"

#include "report/writers.hpp"
#include "version.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

using json = nlohmann::ordered_json;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Report sample_report() {
  CaseResult passed;
  passed.name = "notebook";
  passed.verdict = Verdict::passed;
  passed.elements = 12;
  passed.max_abs_error = 0x1p-52;
  CaseResult wrong;
  wrong.name = "wide";
  wrong.verdict = Verdict::wrong_value;
  wrong.elements = 6;
  wrong.mismatches = 2;
  wrong.max_abs_error = 0.5;
  wrong.worst = WorstElement{{2, 5}, 1.25, 1.75};
  wrong.message = "the result: ...";

  ExerciseResult exercise;
  exercise.number = 2;
  exercise.name = "matrix_attention";
  exercise.title = "Self-attention in matrix form";
  exercise.file = "exercises/02_matrix_attention/matrix_attention.cpp";
  exercise.place = Place{12, 7};
  exercise.cause = Cause{"it divides the integer 5 by 0", Place{9, 0}};
  exercise.verdict = Verdict::wrong_value;
  exercise.max_score = 1.5;
  exercise.finding = "case wide: the result: ...";
  exercise.explanation = "The softmax ran along the rows.";
  exercise.first_wrong_step = "attention weights";
  exercise.mistake = "softmax_over_rows";
  exercise.notes = {"a note"};
  exercise.details = {"a line for people"};
  exercise.compile_seconds = 0.5;
  exercise.run_seconds = 0.25;
  exercise.student_output = "hello\n";
  exercise.cases = {passed, wrong};
  ExerciseResult first;
  first.number = 1;
  first.name = "self_attention";
  first.title = "Self-attention";
  first.verdict = Verdict::passed;
  first.score = 1;
  first.max_score = 1;
  first.finding = "all 0 cases pass";
  Report report;
  report.submission = "anna";
  report.isolation = "landlock";
  report.exercises = {first, exercise};
  return report;
}

json written(const Report& report) { return json::parse(json_report(report)); }

}  // namespace

TEST_CASE("what is not there is null, and lists that are empty stay lists") {
  Report report = sample_report();
  const json root = written(report);
  const json& first = root["exercises"][0];
  CHECK(first["first_wrong_step"].is_null());
  CHECK(first["place"].is_null());
  CHECK(first["mistake"].is_null());
  CHECK(first["notes"] == json::array());
  CHECK(first["cases"] == json::array());
  report.exercises[1].cases[0].max_abs_error.reset();
  CHECK(written(report)["exercises"][1]["cases"][0]["max_abs_error"].is_null());
  CHECK(written(Report{})["exercises"] == json::array());
}

TEST_CASE("the seed is null without fresh cases, else a whole number of any size") {
  Report report = sample_report();
  CHECK(written(report)["seed"].is_null());
  report.seed = 0;
  CHECK(written(report)["seed"] == 0);
  report.seed = std::numeric_limits<std::uint64_t>::max();
  CHECK(json_report(report).find("\"seed\": 18446744073709551615,") != std::string::npos);
}

TEST_CASE("NaN and infinities of the worst element become strings") {
  struct Row {
    double value;
    const char* text;
  };
  for (const Row& row : {Row{nan_value, "nan"}, Row{-nan_value, "nan"}, Row{infinity, "inf"},
                         Row{-infinity, "-inf"}}) {
    Report report = sample_report();
    report.exercises[1].cases[1].worst = WorstElement{{0}, 2, row.value};
    const json worst = written(report)["exercises"][1]["cases"][1]["worst"];
    CHECK(worst["actual"] == row.text);
    CHECK(worst["expected"] == 2);
    report.exercises[1].cases[1].worst = WorstElement{{0}, row.value, 2};
    CHECK(written(report)["exercises"][1]["cases"][1]["worst"]["expected"] == row.text);
  }
}

TEST_CASE("the worst element of a scalar has an empty index") {
  Report report = sample_report();
  report.exercises[1].cases[1].worst = WorstElement{{}, 1, 2};
  CHECK(written(report)["exercises"][1]["cases"][1]["worst"]["index"] == json::array());
}

TEST_CASE("numbers come back from the report bit for bit") {
  Report report = sample_report();
  const std::vector<double> values = {0.1, 1.7886284734303186, 5e-324, 1.7976931348623157e308};
  for (const double value : values) {
    report.exercises[1].cases[1].worst = WorstElement{{0}, value, -value};
    report.exercises[1].cases[1].max_abs_error = value;
    const json one = written(report)["exercises"][1]["cases"][1];
    CHECK(one["worst"]["expected"].get<double>() == value);
    CHECK(one["worst"]["actual"].get<double>() == -value);
    CHECK(one["max_abs_error"].get<double>() == value);
  }
}

TEST_CASE("whole scores are written without a decimal point") {
  const std::string text = json_report(sample_report());
  CHECK(text.find("\"score\": 1,\n") != std::string::npos);
  CHECK(text.find("\"max_score\": 2.5,\n") != std::string::npos);
  CHECK(text.find("\"score\": 1.0") == std::string::npos);
}

TEST_CASE(
    "bytes that are not UTF-8 do not break the report, nor do quotes and control characters") {
  Report report = sample_report();
  report.submission = "a\xff\"\\\n\x1b";
  const std::string text = json_report(report);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(json::parse(text)["submission"] == "a\xef\xbf\xbd\"\\\n\x1b");
}

TEST_CASE("the report is text that ends with a line end") {
  const std::string text = json_report(sample_report());
  CHECK(text.front() == '{');
  CHECK(text.substr(text.size() - 3) == "\n}\n");
}

TEST_CASE("a result comes back from its JSON as it was") {
  ExerciseResult result = sample_report().exercises[1];
  result.warnings = {"scores.cpp:3:1: unused", "  code"};
  result.cases[1].missed = {{"fair", "share", nan_value, 0.25, std::nullopt}};
  const std::string text = json_exercise(result);
  const std::optional<ExerciseResult> back = exercise_in(text);
  REQUIRE(back);
  CHECK(json_exercise(*back) == text);
  CHECK(back->explanation == result.explanation);
  REQUIRE(back->place);
  CHECK((back->place->line == 12 && back->place->column == 7));
  REQUIRE((back->cause && back->cause->place));
  CHECK(back->cause->place->line == 9);
  CHECK(back->cases[1].missed[0].at_least == 0.25);
  CHECK(!back->cases[1].missed[0].at_most);
}

TEST_CASE("a place without a column comes back, too") {
  ExerciseResult result = sample_report().exercises[1];
  result.place = Place{3, 0};
  CHECK(json::parse(json_exercise(result))["place"]["column"].is_null());
  const std::optional<ExerciseResult> back = exercise_in(json_exercise(result));
  REQUIRE(back);
  CHECK((back->place->line == 3 && back->place->column == 0));
}

TEST_CASE("a report of a grader that failed says why, others have no such field") {
  CHECK(!written(sample_report()).contains("error"));
  Report report;
  report.error = "no compiler";
  CHECK(written(report)["error"] == "no compiler");
  CHECK(written(report)["exercises"] == json::array());
}

TEST_CASE("what is no result is not taken for one") {
  const std::string text = json_exercise(sample_report().exercises[1]);
  CHECK(!exercise_in(""));
  CHECK(!exercise_in("{}"));
  CHECK(!exercise_in("[1]"));
  CHECK(!exercise_in(text.substr(0, text.size() / 2)));
  std::string other = text;
  other.replace(other.find("wrong_value"), 11, "right_value");
  CHECK(!exercise_in(other));
}

TEST_CASE("a reproducible report leaves out times and the machine's isolation") {
  Report report = sample_report();
  report.reproducible = true;
  const json root = written(report);
  CHECK(root["isolation"].is_null());
  CHECK(root["exercises"][1]["compile_seconds"].is_null());
  CHECK(root["exercises"][1]["run_seconds"].is_null());
}
