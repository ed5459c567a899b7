// From the results of cases to that of an exercise.

#include "catch.hpp"

#include "grade/conclude.hpp"
#include "unit/fake_runner.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

using namespace grader;

namespace {

Case case_of(const std::string& name) {
  Case one;
  one.name = name;
  one.expected = {{{1}, {2}}};
  one.steps = {{"half", {{1}, {1}}}};
  return one;
}

CaseRun run_of(const Case& one, Verdict verdict, double number) {
  CaseRun run;
  run.outcome = fake::returned({{{1}, {number}}});
  run.outcome.steps = {{"half", {{1}, {number / 2}}}};
  run.result.name = one.name;
  run.result.verdict = verdict;
  if (verdict != Verdict::passed) run.result.message = "it is wrong";
  run.seconds = 0.25;
  return run;
}

/// What is concluded where the cases gave these numbers; 2 is right.
ExerciseResult concluded(const std::vector<double>& numbers, std::size_t cases_in_all,
                         std::size_t fresh = 0) {
  std::vector<Case> cases;
  std::vector<CaseRun> case_runs;
  for (std::size_t i = 0; i < cases_in_all; ++i) {
    cases.push_back(case_of(std::string(1, static_cast<char>('a' + i))));
    cases.back().fresh = i >= cases_in_all - fresh;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Verdict verdict = numbers[i] == 2 ? Verdict::passed : Verdict::wrong_value;
    case_runs.push_back(run_of(cases[i], verdict, numbers[i]));
  }
  std::vector<Run> runs;
  const std::size_t told = cases_in_all - fresh, told_runs = std::min(told, case_runs.size());
  for (std::size_t i = 0; i < told_runs; ++i) runs.push_back({&cases[i], &case_runs[i].outcome});
  ExerciseResult result;
  result.max_score = 2;
  const std::span<const Case> all_cases = cases;
  const std::span<const CaseRun> all_runs = case_runs;
  report_cases(all_cases.first(told), all_runs.first(told_runs), result);
  Exercise exercise;
  exercise.results = {"result"};
  exercise.steps = {"half"};
  conclude(exercise, runs, result);
  report_cases(all_cases.subspan(told), all_runs.subspan(told_runs), result);
  conclude_fresh(false, result);
  return result;
}

}  // namespace

TEST_CASE("all cases passed give the points and say how many there were") {
  const ExerciseResult result = concluded({2, 2, 2}, 3);
  CHECK(result.verdict == Verdict::passed);
  CHECK(result.score == 2);
  CHECK(result.message() == "all 3 cases pass");
  CHECK(result.run_seconds == Approx(0.75));
}

TEST_CASE("the first case that failed decides, and no point is given") {
  const ExerciseResult result = concluded({2, 7, 2}, 3);
  CHECK(result.verdict == Verdict::wrong_value);
  CHECK(result.score == 0);
  CHECK(result.message() == "case b: it is wrong");
  CHECK(!result.mistake);
}

TEST_CASE("cases that were left out are told as skipped") {
  const ExerciseResult result = concluded({7}, 3);
  REQUIRE(result.cases.size() == 3);
  CHECK(result.cases[1].verdict == Verdict::skipped);
  CHECK(result.cases[1].elements == 1);
}

TEST_CASE("a fresh case that fails alone gives its verdict and nothing else") {
  const ExerciseResult result = concluded({2, 2, 3}, 3, 1);
  CHECK(result.verdict == Verdict::wrong_value);
  CHECK(!result.mistake);
  CHECK(!result.first_wrong_step);
  CHECK(result.finding == "case c: it is wrong");
  REQUIRE(result.details.size() == 1);
  CHECK(result.details[0].words.find("drawn for this run") != std::string::npos);
}

TEST_CASE("fresh cases change nothing of what the public ones showed, but are counted") {
  CHECK(concluded({2, 2, 2}, 3, 2).finding == "all 3 cases pass");
  const ExerciseResult failed = concluded({3, 2, 3}, 3, 2);
  CHECK(failed.finding == "case a: it is wrong");
  CHECK(failed.cases.size() == 3);
  CHECK(failed.details == concluded({3, 2, 3}, 3, 1).details);
}

TEST_CASE(
    "each mistake that is caught earns its share, with any marks, and all survivors are told") {
  Exercise exercise;
  exercise.catches = Catches{"other", {"a", "b", "c", "d"}};
  exercise.measures.emplace();
  exercise.measures->requirements.push_back({.name = "accepted", .measure = "m", .at_most = 0});
  for (const char* name : {"a", "b", "c", "d"})
    exercise.measures->requirements.push_back(
        {.name = name, .measure = "m", .at_least = 1, .message = std::string("No ") + name});
  CaseResult caught;
  caught.name = "inputs";
  caught.verdict = Verdict::wrong_value;
  caught.elements = 4;
  caught.mismatches = 2;
  caught.missed = {{"b", "m", 0, 1, {}}, {"d", "m", 0, 1, {}}};
  caught.message = "caught 2 of 4";
  const auto concluded_of = [&](const CaseResult& one) {
    ExerciseResult result;
    result.max_score = 3;
    result.cases = {one};
    conclude(exercise, {}, result);
    return result;
  };
  const ExerciseResult result = concluded_of(caught);
  CHECK(result.finding == "caught 2 of 4");
  CHECK(result.message() == "caught 2 of 4");
  CHECK(result.mistake == "b");
  CHECK(result.further == std::vector<std::string>{"No b", "No d"});
  GradeOptions options;
  for (const Marks marks : {Marks::verdict, Marks::cases, Marks::steps}) {
    options.marks = marks;
    CHECK(points_of(exercise, result, 0, options) == Approx(1.5));
  }

  CaseResult refused = caught;
  refused.mismatches = 4;
  refused.missed = {{"accepted", "m", 1, {}, 0}};
  CHECK(points_of(exercise, concluded_of(refused), 0, options) == 0);
  CaseResult otherwise = caught;  // as by a second call that gives other inputs
  otherwise.missed.clear();
  otherwise.mismatches = 0;
  CHECK(points_of(exercise, concluded_of(otherwise), 0, options) == 0);

  CaseResult all = otherwise;
  all.verdict = Verdict::passed;
  all.note = "1 is enough";
  CHECK(concluded_of(all).notes == std::vector<std::string>{"1 is enough"});
  CHECK(points_of(exercise, concluded_of(all), 0, options) == 3);
}

TEST_CASE("what a loader says of a program is turned into a sentence") {
  Exercise exercise;
  exercise.directory = "exercises/01_attention";
  exercise.name = "attention";
  const Limits limits{.cpu_seconds = 2, .memory_mib = 100};
  const auto told = [&](const std::string& text) {
    ExerciseResult result;
    report_load_problem(exercise, limits, text, result);
    return result;
  };
  const ExerciseResult large = told("failed to map segment from shared object");
  CHECK(large.verdict == Verdict::memory_limit);
  CHECK(large.finding == "its global variables need more than 100 MiB of memory");
  const ExerciseResult own = told("undefined symbol: _ZN8softmark9attentionEv");
  CHECK(own.verdict == Verdict::build_failed);
  CHECK(own.finding.find("does not define attention") != std::string::npos);
  CHECK(told("undefined symbol: _ZN8softmark6helperEv").finding.find("softmark::helper()") !=
        std::string::npos);
}

TEST_CASE("long texts are cut, with how many lines are left out") {
  ExerciseResult result;
  result.finding = std::string(100000, 'x');
  result.details.assign(100, Remark("line"));
  cut_long_texts(result);
  CHECK(result.finding.size() < 5000);
  CHECK(result.details.size() == 61);
  CHECK(result.details.back().words == "(40 more lines left out)");
}

TEST_CASE(
    "of a measured result, the first thing missed is told, and what is wrong in other parts") {
  Exercise exercise;
  exercise.measures = Measures{};
  const auto require = [&](std::string name, std::string part) {
    exercise.measures->requirements.push_back(
        {.name = name, .measure = "m", .message = name + " is missed", .part = std::move(part)});
  };
  for (const char* plain : {"seed"}) require(plain, "");
  for (const char* noise : {"low", "high"}) require(noise, "noise");
  for (const char* labels : {"like", "turned", "labels"}) require(labels, "labels");
  const auto further = [&](const std::vector<std::string>& missed) {
    ExerciseResult result;
    result.cases.push_back({.name = "a", .verdict = Verdict::wrong_value});
    for (const std::string& name : missed) result.cases.front().missed.push_back({name, "m"});
    conclude(exercise, {}, result);
    return result.further;
  };
  using Lines = std::vector<std::string>;
  CHECK(further({"low", "high"}).empty());
  CHECK(further({"low", "turned", "labels"}) == Lines{"turned is missed"});
  CHECK(further({"low", "like"}).empty());  // no label is wrong
  CHECK(further({"seed", "labels"}).empty());
  CHECK(further({"like", "labels"}).empty());
}
