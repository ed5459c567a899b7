#pragma once
// A report with every kind of result, for the tests of writers.

#include "core/report.hpp"

#include <string>

inline grader::ExerciseResult sample_exercise(unsigned number, const std::string& name,
                                              grader::Verdict verdict) {
  grader::ExerciseResult result;
  result.number = number;
  result.name = name;
  result.title = "The title of " + name;
  result.file = "work/" + name + ".cpp";
  result.verdict = verdict;
  result.max_score = 1;
  result.score = verdict == grader::Verdict::passed ? 1 : 0;
  return result;
}

inline grader::CaseResult sample_case(const std::string& name, grader::Verdict verdict,
                                      const std::string& message = {}) {
  grader::CaseResult result;
  result.name = name;
  result.verdict = verdict;
  result.message = message;
  return result;
}

inline grader::ExerciseResult sample_passed() {
  grader::ExerciseResult result = sample_exercise(1, "first", grader::Verdict::passed);
  result.finding = "all 2 cases pass";
  result.notes = {"the key's bias is missing; the result is right without it"};
  result.cases = {sample_case("notebook", grader::Verdict::passed),
                  sample_case("wide", grader::Verdict::passed)};
  result.compile_seconds = 0.5;
  result.run_seconds = 0.25;
  return result;
}

inline grader::ExerciseResult sample_wrong() {
  grader::ExerciseResult result = sample_exercise(2, "second", grader::Verdict::wrong_value);
  result.explanation = "The softmax ran along the rows.";
  result.finding = "case wide: element [2,1] is 1, expected -2 (12 of 12 differ)";
  result.mistake = "softmax_over_rows";
  result.first_wrong_step = "weights";
  result.details = {{grader::RemarkKind::first_wrong_step,
                     "weights",
                     {},
                     "unequal",
                     "element [0,2] is 0.25, expected 0.75"}};
  result.warnings = {"second.cpp:4:9: unused variable 'x'", "      int x;", "          ^"};
  result.student_output = "# K is 4 x 3\n```\n</script><b>\x1b[2J 100%\n";
  result.cases = {sample_case("notebook", grader::Verdict::passed),
                  sample_case("wide", grader::Verdict::wrong_value,
                              "element [2,1] is 1, expected -2 (12 of 12 differ)"),
                  sample_case("long", grader::Verdict::skipped)};
  return result;
}

inline grader::ExerciseResult sample_build_failed() {
  grader::ExerciseResult result = sample_exercise(3, "third", grader::Verdict::build_failed);
  result.finding = "it does not compile: third.cpp:12:7: use of 'a<b>' & \"c\"; see http://x.y/@me";
  result.details = {"    auto w = a<b>::c;", "             ^"};
  result.place = grader::Place{12, 7};
  result.max_score = 2.5;
  return result;
}

inline grader::Report sample_of_all_kinds() {
  grader::Report report;
  report.submission = "anna";
  report.again = "./grade run --submission anna";
  report.isolation = "namespaces";
  grader::ExerciseResult crashed = sample_exercise(4, "fourth", grader::Verdict::crashed);
  crashed.finding = "case notebook: it crashed: SIGFPE, in line 9 of fourth.cpp";
  crashed.place = grader::Place{9, 0};
  crashed.cases = {sample_case("notebook", grader::Verdict::crashed, "it crashed: SIGFPE")};
  grader::ExerciseResult untouched = sample_exercise(5, "fifth", grader::Verdict::not_started);
  untouched.finding = "the stub is as it was handed out";
  grader::ExerciseResult ours = sample_exercise(6, "sixth", grader::Verdict::internal_error);
  ours.finding = "no process could be started";
  report.exercises = {sample_passed(), sample_wrong(), sample_build_failed(),
                      crashed,         untouched,      ours};
  return report;
}
