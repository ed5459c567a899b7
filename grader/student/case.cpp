
#include "student/commands.hpp"
#include "student/desk.hpp"
#include "student/submission.hpp"
#include "core/text.hpp"
#include "report/account.hpp"
#include "report/case_text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace grader {

std::vector<std::string> remarks_on(const ExerciseResult& result, const std::string& finding) {
  std::vector<std::string> remarks;
  if (result.verdict == Verdict::passed) return remarks;
  if (!result.explanation.empty()) remarks.push_back(result.explanation);
  remarks.push_back(finding);
  std::ranges::move(detail_lines(result), std::back_inserter(remarks));
  for (std::string& remark : remarks) remark = printable(remark);
  return remarks;
}

std::size_t chosen_run(const Exercise& exercise, const Graded& graded, const std::string& name) {
  if (const auto run = run_of_case(graded, name)) return *run;
  throw InputError(fmt::format("case {} of {:02} {} was not run: an earlier case ended the run",
                               printable_name(name), exercise.number, exercise.name),
                   fmt::format("./grade case {:02}   shows that one", exercise.number));
}

std::string case_numbers(const Grader& grader, const Exercise& exercise, const Graded& graded,
                         const std::string& name) {
  CaseNumbers numbers;
  if (graded.runs.empty()) {
    const auto material = grader.library->of(grader.course, exercise);
    numbers.one = &case_named(material->cases, exercise, name);
    numbers.verdict = state_of(graded.result);
    numbers.remarks = remarks_on(graded.result, graded.result.finding);
    return case_text(exercise, numbers);
  }
  const std::size_t run = chosen_run(exercise, graded, name);
  const CaseRun& judged = graded.runs.at(run);
  ReplayedRun replayed{{&graded.cases.at(run), &judged.outcome}, {}};
  for (const ReplayedRun& one : graded.replays)
    if (one.run.one->name == replayed.run.one->name) replayed.replay = one.replay;
  numbers.one = replayed.run.one;
  numbers.outcome = &judged.outcome;
  numbers.verdict = words_of_run(judged.result.verdict);
  numbers.first_wrong_step = graded.result.first_wrong_step;
  if (judged.result.verdict != Verdict::passed)
    numbers.remarks = remarks_on(graded.result, graded.result.finding);
  if (!exercise.measures) {
    numbers.places = judge_places(exercise, replayed, steps_of_other_shape(public_runs(graded)));
  }
  return case_text(exercise, numbers);
}

ExitCode case_command(const Setup& setup, const CaseOptions& options) {
  const CourseAndExercise chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  check(course, options);
  Library library;
  const auto material = library.of(course, exercise);
  const Case& one = case_named(material->cases, exercise, options.case_name);
  if (options.python) {
    std::cout << fmt::format("# case {} of {:02} {}\n", one.name, exercise.number, exercise.name)
              << python_inputs(exercise, one) << std::flush;
    return ExitCode::all_passed;
  }
  Grader grader{course, bench_for(setup, course, options)};
  grader.options.second_look = second_look_mode(options);
  const Graded graded = grade_exercise(
      grader, exercise, take_in(grader, options, {exercise}).front(), options.untouched());
  clear_progress();
  if (graded.result.verdict == Verdict::internal_error) throw GraderFault(graded.result.finding);
  show_paged(case_numbers(grader, exercise, graded, options.case_name));
  const bool passed = !graded.runs.empty() &&
                      graded.runs[chosen_run(exercise, graded, options.case_name)].result.verdict ==
                          Verdict::passed;
  return passed ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
