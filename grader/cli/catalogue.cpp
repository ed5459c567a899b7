// list, show, hint and reset: what a student does between two runs.

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "core/text.hpp"
#include "grade/intake.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <iostream>

namespace grader {
namespace {

/// What `list` says of an exercise: the last verdict, as long as the file is the one that got it.
std::string state_of(const Exercise& exercise, const Progress& progress) {
  const Intake intake = take_in(exercise.stub());
  if (intake.problem) return "missing";
  if (is_original_stub(exercise, intake.text)) return "not started";
  const auto entry = progress.find(exercise.folder);
  if (entry == progress.end() || entry->second.verdict.empty()) return "not graded yet";
  if (entry->second.file_hash != content_hash(intake.text)) return "changed since the last run";
  const std::optional<Verdict> verdict = verdict_named(entry->second.verdict);
  return verdict ? words_of(*verdict) : "not graded yet";
}

/// Number, name in so many columns, title and state. A title that is too long goes on below itself.
void write_line(const Exercise& exercise, std::size_t name_width, const std::string& state) {
  constexpr std::size_t title_width = 36;
  const std::vector<std::string> title = wrap(exercise.title, title_width);
  std::cout << fmt::format("{:02}  {:<{}}  {:<{}}  {}\n", exercise.number, exercise.name,
                           name_width, title.empty() ? "" : title[0], title_width, state);
  for (std::size_t i = 1; i < title.size(); ++i)
    std::cout << fmt::format("{:{}}{}\n", "", name_width + 6, title[i]);
}

std::string time_stamp() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", std::localtime(&now));
  return text;
}

}  // namespace

ExitCode list_command(const Setup& setup) {
  const Course course = load_course(setup.course);
  const Progress progress = load_progress(course);
  std::size_t passed = 0;
  const Exercise* next = nullptr;
  std::size_t name_width = 0;
  for (const Exercise& exercise : course.exercises)
    name_width = std::max(name_width, exercise.name.size());
  for (const Exercise& exercise : course.exercises) {
    const std::string state = state_of(exercise, progress);
    passed += state == "passed" ? 1 : 0;
    const bool open = state != "passed" && state != "skipped";
    if (open && next == nullptr) next = &exercise;
    write_line(exercise, name_width, state);
  }
  std::cout << fmt::format("\n{} of {} passed", passed,
                           count_text(course.exercises.size(), "exercise"));
  if (next != nullptr) std::cout << fmt::format("; next: ./grade show {:02}", next->number);
  std::cout << std::endl;
  return ExitCode::all_passed;
}

ExitCode show_command(const Setup& setup, const std::string& word) {
  const Course course = load_course(setup.course, {word});
  std::cout << read_file(find_exercise(course, word).statement()) << std::flush;
  return ExitCode::all_passed;
}

ExitCode hint_command(const Setup& setup, const std::string& word) {
  const Course course = load_course(setup.course, {word});
  const Exercise& exercise = find_exercise(course, word);
  Progress progress = load_progress(course);
  std::size_t& shown = progress[exercise.folder].hints_shown;
  const std::size_t count = exercise.hints.size();
  if (shown < count) ++shown;
  for (std::size_t i = 0; i < shown; ++i) {
    std::string label = fmt::format("{}. ", i + 1);
    for (const std::string& line : wrap(exercise.hints[i], 80 - label.size())) {
      std::cout << label << line << '\n';
      label.assign(label.size(), ' ');
    }
  }
  std::cout << fmt::format("({} of {})\n", count_text(shown, "hint"), count) << std::flush;
  if (!save_progress(course, progress) && shown < count) {
    tell(fmt::format(
        "grade: warning: {} cannot be written, so that the next hint will be this one again\n"
        "fix: set XDG_STATE_HOME to a folder that you can write to\n",
        course.root.string()));
  }
  return ExitCode::all_passed;
}

ExitCode reset_command(const Setup& setup, const ResetOptions& options) {
  const Course course = load_course(setup.course, {options.exercise});
  const Exercise& exercise = find_exercise(course, options.exercise);
  const std::string original = read_file(exercise.original());
  const Intake current = take_in(exercise.stub());
  if (!current.problem && current.text == original) {
    std::cout << fmt::format("{} is the original stub already\n", exercise.stub().string());
    return ExitCode::all_passed;
  }
  if (!options.without_asking) {
    if (isatty(STDIN_FILENO) == 0) {
      throw InputError(
          "reset asks before it replaces your file, and there is no terminal to ask on",
          fmt::format("./grade reset {:02} --yes", exercise.number));
    }
    std::cout << fmt::format("Replace {} by the original stub? A backup is kept. [y/N] ",
                             exercise.stub().string())
              << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    check_interrupted();
    if (answer != "y" && answer != "Y" && answer != "yes") {
      std::cout << "nothing changed\n";
      return ExitCode::not_all_passed;
    }
  }
  if (current.problem && *current.problem == Verdict::rejected) {
    throw InputError(fmt::format("{}: {}", exercise.stub().string(), current.reason),
                     "move it away, then reset again");
  }
  if (!current.problem) {
    const std::filesystem::path folder = course.root / ".softmark" / "backups";
    std::error_code ignored;  // the next line tells
    std::filesystem::create_directories(folder, ignored);
    const std::filesystem::path backup =
        folder / fmt::format("{}-{}.cpp", exercise.folder, time_stamp());
    write_file(backup, current.text);
    std::cout << fmt::format("your version is kept as {}\n", backup.string());
  }
  write_file(exercise.stub(), original);
  std::cout << fmt::format("{} is the original stub again\n", exercise.stub().string());
  return ExitCode::all_passed;
}

}  // namespace grader
