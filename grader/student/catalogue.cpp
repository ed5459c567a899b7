// list, show, hint and reset: what a student does between two runs.

#include "student/commands.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Number, name in so many columns, a mark, title and state. A long title goes on in the next line.
std::string list_entry(const Exercise& exercise, std::size_t name_width, bool marked,
                       const std::string& state) {
  constexpr std::size_t title_width = 36;
  const std::vector<std::string> title = wrap(exercise.title, title_width);
  std::string lines =
      fmt::format("{:02}  {:<{}} {} {:<{}}  {}\n", exercise.number, exercise.name, name_width,
                  marked ? '*' : ' ', title.empty() ? "" : title[0], title_width, state);
  for (std::size_t i = 1; i < title.size(); ++i)
    lines += fmt::format("{:{}}{}\n", "", name_width + 7, title[i]);
  return lines;
}

std::string progress_line(const Course& course, const Progress& progress, const std::string& of) {
  std::string line = fmt::format("{} of {} passed", count_passed(course, progress), of);
  if (const Exercise* next = next_open(course, progress))
    line += fmt::format("; next: ./grade show {:02}", next->number);
  return line + "\n";
}

}  // namespace

void tell_copies(const Course& course) {
  for (const fs::path& copy : course.copies)
    tell(fmt::format("grade: {} is a copy of an exercise, and left alone\n",
                     as_shown(copy).string()));
}

std::string list_text(const Course& course) {
  const Progress progress = load_progress(course);
  Course fast = course;
  std::erase_if(fast.exercises, [&](const Exercise& exercise) {
    return std::ranges::count(course.fast_track, exercise.name) == 0;
  });
  std::size_t name_width = 0;
  for (const Exercise& exercise : course.exercises)
    name_width = std::max(name_width, exercise.name.size());
  std::string text, due;
  for (const Exercise& exercise : course.exercises)
    text +=
        list_entry(exercise, name_width, std::ranges::count(course.fast_track, exercise.name) > 0,
                   state_of(exercise, progress));
  text += "\n" + progress_line(course, progress, count_text(course.exercises.size(), "exercise"));
  if (!fast.exercises.empty())
    text += progress_line(fast, progress,
                          fmt::format("{} on the fast track (*)", fast.exercises.size()));
  for (const Exercise* exercise : due_for_review(course, progress))
    due += fmt::format("{}{:02}", due.empty() ? "" : ", ", exercise->number);
  if (!due.empty()) text += fmt::format("due for review: {}; ./grade review\n", due);
  return text;
}

ExitCode list_command(const Setup& setup, const NoOptions&) {
  const Course course = load_course(setup.course, {}, OnBrokenExercise::skip);
  tell_copies(course);
  std::cout << list_text(course) << std::flush;
  if (course.broken.empty()) return ExitCode::all_passed;
  for (const BrokenExercise& broken : course.broken)
    tell(fmt::format("grade: error: {:02} {}: {}\n", broken.number, broken.name, broken.reason));
  return ExitCode::usage;
}

ExitCode show_command(const Setup& setup, const std::string& word) {
  const CourseAndExercise chosen = choose_exercise(setup.course, word);
  show_paged(read_file(chosen.exercise.statement()));
  return ExitCode::all_passed;
}

ExitCode solution_command(const Setup& setup, const std::string& word) {
  const CourseAndExercise chosen = choose_exercise(setup.course, word);
  const Exercise& exercise = chosen.exercise;
  const std::string name = fmt::format("{:02} {}", exercise.number, exercise.name);
  const std::filesystem::path file = chosen.course.solution(exercise);
  if (!std::filesystem::exists(file))
    throw InputError(fmt::format("{}: this copy of the course has no solution of it", name));
  if (is_open(exercise, load_progress(chosen.course))) {
    throw InputError(fmt::format("{}: its solution is shown once yours passes", name),
                     fmt::format("./grade run {:02}", exercise.number));
  }
  show_paged(read_file(file));
  return ExitCode::all_passed;
}

ExitCode hint_command(const Setup& setup, const HintOptions& options) {
  const CourseAndExercise chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  ExerciseProgress run;
  if (options.for_agent) run = run_now(setup, course, exercise);
  if (options.exercise.empty())
    std::cout << fmt::format("{:02} {}\n", exercise.number, exercise.name);
  Hints hints;
  // What does not compile says why; a hint would be wasted on it.
  if (run.verdict != name_of(Verdict::passed) && run.verdict != name_of(Verdict::build_failed))
    hints = take_one_more_hint(course, exercise);
  if (options.for_agent) {  // no message of a mistake, and no number that is expected
    std::cout << fmt::format("verdict: {}\n", words_of(*verdict_named(run.verdict)));
    if (!run.wrong_step.empty()) std::cout << "first wrong step: " << run.wrong_step << "\n";
    if (hints.one_more) std::cout << "hint: " << one_line(hints.shown.back()) << "\n";
  } else {
    const std::string mistake = load_progress(course)[exercise.folder].mistake;
    if (!mistake.empty()) std::cout << fmt::format("{}\n", fmt::join(wrap(mistake, 80), "\n"));
    for (const std::string& line : hint_lines(hints.shown, 80)) std::cout << line << '\n';
    std::cout << fmt::format("({} of {})\n", count_text(hints.shown.size(), "hint"),
                             exercise.hints.size());
  }
  std::cout << std::flush;
  return ExitCode::all_passed;
}

/// Asks about those whose file is not the original stub, and lists them where `word` means several.
bool agreed_to_reset(const std::vector<Exercise>& changed, const std::string& word, bool several) {
  if (several) {
    for (const Exercise& exercise : changed)
      std::cout << fmt::format("  {}\n", exercise.stub().string());
    std::cout << std::flush;
  }
  if (isatty(STDIN_FILENO) == 0) {
    throw InputError("reset asks before it replaces a file, and there is no terminal to ask on",
                     fmt::format("./grade reset {} --yes", shell_word(word)));
  }
  std::cout << fmt::format("Replace {} by the original stub{} [y/N] ",
                           several ? "these" : changed.front().stub().string(),
                           several ? "s? Backups are kept." : "? A backup is kept.")
            << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  check_interrupted();
  return answer == "y" || answer == "Y" || answer == "yes";
}

ExitCode reset_command(const Setup& setup, const ResetOptions& options) {
  const Course course = load_course(setup.course, {options.exercise});
  std::vector<Exercise> changed = find_exercises(course, {options.exercise});
  const bool several = changed.size() > 1;
  const std::string one = changed.front().stub().string();
  std::erase_if(changed, is_untouched);
  if (changed.empty()) {
    std::cout << (several ? "nothing changed: each file is the original stub already\n"
                          : one + " is the original stub already\n");
    return ExitCode::all_passed;
  }
  const bool nothing_to_lose = std::ranges::none_of(
      changed, [](const Exercise& exercise) { return std::filesystem::exists(exercise.stub()); });
  if (!options.without_asking && !nothing_to_lose &&
      !agreed_to_reset(changed, options.exercise, several)) {
    std::cout << "nothing changed\n";
    return ExitCode::not_all_passed;
  }
  for (const Exercise& exercise : changed) {
    if (const auto backup = put_stub_back(course, exercise))
      std::cout << fmt::format("your version is kept as {}\n", backup->string());
    std::cout << fmt::format("{} is the original stub again\n", exercise.stub().string());
  }
  return ExitCode::all_passed;
}

}  // namespace grader
