#include "cli/commands.hpp"
#include "cli/desk.hpp"
#include "cli/submission.hpp"
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

/// The environment in which lldb finds its own Python modules: some packages look elsewhere.
std::string python_of_lldb(const fs::path& lldb) {
  std::error_code error;
  const fs::path libraries = fs::canonical(lldb, error).parent_path().parent_path() / "lib";
  for (const auto& version : fs::directory_iterator(libraries, error)) {
    if (!version.path().filename().string().starts_with("python3")) continue;
    for (const char* packages : {"dist-packages", "site-packages"}) {
      const fs::path folder = version.path() / packages;
      if (fs::exists(folder / "lldb" / "embedded_interpreter.py", error))
        return folder.string() + ":/usr/lib/python3/dist-packages";
    }
  }
  return "";
}

std::vector<std::string> words_of(const fs::path& debugger, bool gdb, const Debuggee& debuggee) {
  std::vector<std::string> words;
  if (const std::string folder = gdb ? "" : python_of_lldb(debugger); !folder.empty())
    words = {"/usr/bin/env", "PYTHONPATH=" + folder};
  words.push_back(debugger);
  if (gdb) words.insert(words.end(), {"-q", "-x", debuggee.folder / "start.gdb", "--args"});
  if (!gdb) words.insert(words.end(), {"-s", debuggee.folder / "start.lldb", "--"});
  words.insert(words.end(), {debuggee.host, debuggee.program, debuggee.inputs});
  return words;
}

/// The case to stop in: the one called `name`, or for an empty name the first that fails.
const Case& case_to_debug(const Grader& grader, const Exercise& exercise, const Intake& intake,
                          const std::string& name, Graded& graded) {
  const auto& cases = grader.library->of(grader.course, exercise)->cases;
  if (!name.empty()) return case_named(cases, exercise, name);
  graded = grade_exercise(grader, exercise, intake, Untouched::is_compiled);
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

/// The words that start the debugger `wanted`: gdb, lldb, or for "auto" the first of them that is
/// installed. Throws InputError, with the command that installs one, where it is not.
std::vector<std::string> debugger_words(const std::string& wanted, const Debuggee& debuggee) {
  for (const std::string name : {"gdb", "lldb"}) {
    if (wanted != "auto" && wanted != name) continue;
    const auto found = programs_named(name);
    if (found.empty()) continue;
    return words_of(found[0], name == "gdb", debuggee);
  }
  const std::string name = wanted == "auto" ? "gdb" : wanted;
  const std::string lacks = wanted == "auto" ? "neither gdb nor lldb is" : wanted + " is not";
  throw InputError(lacks + " installed", "sudo apt-get install " + name);
}

}  // namespace

ExitCode debug_command(const Setup& setup, const DebugOptions& options) {
  debugger_words(options.debugger, {});  // before anything is built
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
  const std::vector<std::string> words = debugger_words(options.debugger, debuggee);
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
