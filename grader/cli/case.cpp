
#include "cli/commands.hpp"
#include "cli/desk.hpp"
#include "cli/submission.hpp"
#include "core/text.hpp"
#include "report/account.hpp"
#include "values/case_text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The structs in the headers that the exercise and its contract include.
Structs structs_of(const Course& course, const Exercise& exercise) {
  Structs structs;
  std::vector<fs::path> headers(exercise.headers.begin(), exercise.headers.end());
  std::error_code ignored;
  for (const auto& entry :
       fs::directory_iterator(course.root / "exercises" / "include" / "softmark", ignored))
    if (entry.path().extension() == ".hpp") headers.push_back(entry.path());
  for (const fs::path& header : headers) structs.merge(structs_in(read_file(header)));
  return structs;
}

std::string inputs_as_code(const Course& course, const Exercise& exercise, const Case& one,
                           bool python) {
  const std::vector<TypedName> parameters =
      parameters_of(read_file(exercise.contract()), exercise.name);
  const Structs structs = structs_of(course, exercise);
  const std::string title =
      fmt::format("case {} of {:02} {}", one.name, exercise.number, exercise.name);
  if (python) return "# " + title + "\n" + python_inputs(exercise, one, parameters, structs);
  const auto code = cpp_inputs(exercise, one, parameters, structs);
  if (!code) {
    throw InputError(fmt::format("{}: its declaration of {} has parameters that are not understood",
                                 exercise.contract().string(), exercise.name),
                     fmt::format("./grade case {:02} {} --python", exercise.number, one.name));
  }
  return fmt::format(
      "// {}\n#include \"{}.hpp\"\n#include <cmath>\nusing namespace softmark;\n\n{}", title,
      exercise.name, *code);
}

}  // namespace

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
  const Chosen chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  check(course, options);
  Library library;
  const auto material = library.of(course, exercise);
  const Case& one = case_named(material->cases, exercise, options.case_name);
  if (options.code || options.python) {
    std::cout << inputs_as_code(course, exercise, one, options.python) << std::flush;
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
