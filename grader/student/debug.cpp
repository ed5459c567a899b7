#include "student/commands.hpp"
#include "student/desk.hpp"
#include "student/submission.hpp"
#include "core/text.hpp"
#include "grade/debuggee.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

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
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  signal(SIGPIPE, SIG_DFL);
  execv(arguments[0], arguments.data());
  throw GraderFault(fmt::format("{} cannot be started: {}", words[0], std::strerror(errno)));
}

}  // namespace

ExitCode debug_command(const Setup& setup, const DebugOptions& options) {
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
