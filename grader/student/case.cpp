// case, picture and debug: what is seen of one case.

#include "grade/observe.hpp"
#include "report/writers.hpp"
#include "student/commands.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What a verdict says about an exercise that did not pass, with what was found.
std::vector<std::string> remarks_on(const ExerciseResult& result, const std::string& finding) {
  std::vector<std::string> remarks;
  if (result.verdict == Verdict::passed) return remarks;
  if (!result.explanation.empty()) remarks.push_back(result.explanation);
  remarks.push_back(finding);
  std::ranges::move(detail_lines(result), std::back_inserter(remarks));
  for (std::string& remark : remarks) remark = printable(remark);
  return remarks;
}

/// The index in `graded.runs` of the case of that name. For an empty name, of the first case that
/// failed, or of the first where none did. Throws InputError where no such case was run.
std::size_t chosen_run(const Exercise& exercise, const Graded& graded, const std::string& name) {
  if (const auto run = run_of_case(graded, name)) return *run;
  throw InputError(fmt::format("case {} of {:02} {} was not run: an earlier case ended the run",
                               printable_name(name), exercise.number, exercise.name),
                   fmt::format("./grade case {:02}   shows that one", exercise.number));
}

constexpr const char* given_explained = "expected is what is right given your earlier steps";

/// What the verdict says about the exercise, to stand above the picture.
void write_verdict(const Observation& observation, Picture& picture) {
  const ExerciseResult& result = observation.result;
  picture.title = fmt::format("{:02} {}, case {}: {}", result.number, result.name,
                              observation.one.name, state_of(result));
  if (result.verdict == Verdict::passed) return;
  picture.remarks =
      remarks_on(result, result.cases.empty() ? result.finding : result.cases[0].message);
  const auto steps = [&](StepVerdict verdict) {
    return std::ranges::count(result.steps, verdict, &StepResult::verdict);
  };
  if (steps(StepVerdict::follows) > 0 || steps(StepVerdict::wrong) > 1)
    picture.remarks.push_back(given_explained);
  if (!observation.outcome && !(picture.figures.empty() && picture.charts.empty()))
    picture.remarks.push_back("only what is expected is drawn");
}

/// Figures and charts, the first wrong step before all others.
Picture drawn_case(const Exercise& exercise, const Observation& observation, std::size_t maps) {
  const std::vector<StepResult>& steps = observation.result.steps;
  const auto wrong = std::ranges::find(steps, StepVerdict::wrong, &StepResult::verdict);
  const Case& shown = observation.given ? *observation.given : observation.one;
  return make_picture(exercise, shown, observation.outcome, maps,
                      wrong == steps.end() ? std::string() : wrong->name);
}

/// Throws InputError where there is nothing to draw and the verdict does not say why.
std::string drawn_on_terminal(const Exercise& exercise, const Observation& observation,
                              std::size_t maps) {
  Picture picture = drawn_case(exercise, observation, maps);
  const bool answered = observation.result.verdict == Verdict::passed;
  if (picture.figures.empty() && picture.charts.empty() && (answered || !exercise.measures)) {
    throw InputError(fmt::format("case {} of {:02} {} has neither a matrix nor a curve to draw",
                                 observation.one.name, exercise.number, exercise.name));
  }
  write_verdict(observation, picture);
  return terminal_picture(picture, wants_colour() ? Style::colour : Style::ascii);
}

/// What was seen in the case of that name, or in the first that failed. Where nothing was run, only
/// the case and the verdict.
Observation seen_in(const Grader& grader, const Exercise& exercise, Graded graded,
                    const std::string& case_name) {
  if (!graded.runs.empty())
    return observed(exercise, graded, chosen_run(exercise, graded, case_name));
  Observation unseen;
  unseen.one = case_named(grader.library->of(grader.course, exercise)->cases, exercise, case_name);
  unseen.result = std::move(graded.result);
  unseen.result.cases.clear();
  return unseen;
}

/// The words that start gdb. Throws InputError, with the command that installs it, where it is
/// not there.
std::vector<std::string> words_of(const Debuggee& debuggee) {
  const auto found = programs_named("gdb");
  if (found.empty()) throw InputError("gdb is not installed", "sudo apt-get install gdb");
  return {found[0],
          "-q",
          "-x",
          debuggee.folder / "start.gdb",
          "--args",
          debuggee.host,
          debuggee.program,
          debuggee.inputs};
}

/// The case to stop in: the one called `name`, or for an empty name the first that fails.
const Case& case_to_debug(const Grader& grader, const Exercise& exercise, const Intake& intake,
                          const std::string& name, Graded& graded) {
  const auto& cases = grader.library->of(grader.course, exercise)->cases;
  if (!name.empty()) return case_named(cases, exercise, name);
  graded = grade_exercise(grader, exercise, intake, UnchangedStub::is_compiled);
  if (graded.result.verdict == Verdict::internal_error) throw GraderFault(graded.result.finding);
  if (graded.runs.empty()) return cases.front();
  return graded.cases.at(chosen_run(exercise, graded, ""));
}

/// Turns this process into the debugger.
[[noreturn]] void become(const std::vector<std::string>& words) {
  signal(SIGPIPE, SIG_DFL);
  execv(words[0].c_str(), arguments_of(words).data());
  throw GraderFault(fmt::format("{} cannot be started: {}", words[0], std::strerror(errno)));
}

}  // namespace

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

ExitCode case_command(const Setup& setup, const ExerciseOptions& options) {
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

std::optional<Picture> picture_for_page(const Exercise& exercise, const Observation& observation) {
  constexpr std::size_t most_maps = 2, most_drawings = 4;
  Picture picture = drawn_case(exercise, observation, most_maps);
  std::erase_if(picture.figures, [](const Figure& figure) {
    return std::ranges::find(figure.maps, caption_yours, &Map::caption) == figure.maps.end();
  });
  if (picture.figures.size() > most_drawings) picture.figures.resize(most_drawings);
  for (Figure& figure : picture.figures) figure = reduced(std::move(figure), 32, 32);
  if (picture.figures.empty() && picture.charts.empty()) return std::nullopt;
  if (observation.given) picture.remarks.push_back(given_explained);
  return picture;
}

std::string picture_on_terminal(const Grader& grader, const Exercise& exercise,
                                const Graded& graded) {
  return drawn_on_terminal(exercise, seen_in(grader, exercise, graded, ""), ExerciseOptions().maps);
}

ExitCode picture_command(const Setup& setup, const ExerciseOptions& options) {
  const CourseAndExercise chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  check(course, options);
  const Grader grader{course, bench_for(setup, course, options)};
  case_named(grader.library->of(course, exercise)->cases, exercise, options.case_name);
  Graded graded = grade_exercise(grader, exercise, take_in(grader, options, {exercise}).front(),
                                 options.untouched());
  clear_progress();
  if (graded.result.verdict == Verdict::internal_error) throw GraderFault(graded.result.finding);
  const Observation seen = seen_in(grader, exercise, std::move(graded), options.case_name);
  write_out(drawn_on_terminal(exercise, seen, options.maps));
  const bool passed = seen.result.verdict == Verdict::passed;
  return passed ? ExitCode::all_passed : ExitCode::not_all_passed;
}

ExitCode debug_command(const Setup& setup, const ExerciseOptions& options) {
  words_of({});  // before anything is built
  const auto [course, exercise] = choose_exercise(setup.course, options.exercise);
  check(course, options);
  const Grader grader{course, bench_for(setup, course, options)};
  const Intake intake = take_in(grader, options, {exercise}).front();
  if (intake.problem) {
    const bool missing = *intake.problem == Verdict::missing_file;
    const bool own = options.submission.empty() && !options.solutions;
    throw InputError(fmt::format("{}: {}", as_shown(intake.file).string(), intake.reason),
                     missing && own ? fmt::format("./grade reset {:02}", exercise.number) : "");
  }
  Graded graded;
  const Case& one = case_to_debug(grader, exercise, intake, options.case_name, graded);
  const Debuggee debuggee = make_debuggee(grader, exercise, one, intake.file, intake.text);
  clear_progress();
  const std::vector<std::string> words = words_of(debuggee);
  if (options.print) {
    for (const std::string& word : words)
      std::cout << (&word == &words.front() ? "" : " ") << shell_word(word);
    std::cout << std::endl;
    return ExitCode::all_passed;
  }
  tell(fmt::format("{:02} {}, case {}: the program runs without isolation and limits\n",
                   exercise.number, exercise.name, one.name));
  become(words);
}

}  // namespace grader
