// demo: runs a demonstration from the solutions, or from what the student has passed.

#include "student/commands.hpp"

#include "compile/program.hpp"
#include "core/text.hpp"
#include "judge/judge.hpp"
#include "run/runner.hpp"

#include <fmt/format.h>

#include <iostream>

namespace grader {
namespace {

void list(const std::vector<Demo>& demos) {
  for (const Demo& demo : demos)
    std::cout << fmt::format("  {:<12} {}\n  {:<12} {}\n", demo.name, demo.title, "", demo.source);
  std::cout << "\nrun one: ./grade demo NAME, or ./grade demo NAME --mine with your own code\n";
}

/// The student's sources of the exercises that pass. The others stay references of `program`.
std::vector<SourceText> own_sources(const Grader& grader, ProgramSpec& program) {
  std::vector<SourceText> sources;
  std::vector<std::string> mine, reference;
  for (const Exercise& exercise : grader.course.exercises) {
    const auto place =
        std::ranges::find(program.references, grader.course.solution(exercise), &Reference::source);
    if (place == program.references.end()) continue;
    show_progress(fmt::format("grading {}", exercise.folder));
    const Intake intake = take_in(exercise.stub());
    const ExerciseResult result =
        grade_exercise(grader, exercise, intake, UnchangedStub::counts_as_not_started).result;
    const std::string number = fmt::format("{:02}", exercise.number);
    if (result.verdict != Verdict::passed) {
      reference.push_back(number);
      continue;
    }
    mine.push_back(number);
    sources.push_back({exercise.name + ".cpp", intake.text});
    program.references.erase(place);
  }
  clear_progress();
  std::cout << fmt::format(
      "your code: {}; reference: {}\n\n",
      mine.empty() ? "none passes yet" : fmt::format("{}", fmt::join(mine, " ")),
      reference.empty() ? "none" : fmt::format("{}", fmt::join(reference, " ")));
  return sources;
}

}  // namespace

ExitCode demo_command(const Setup& setup, const DemoOptions& options) {
  const Course course = load_course(setup.course);
  const std::vector<Demo> demos = load_demos(course);
  if (options.name.empty()) {
    list(demos);
    return ExitCode::all_passed;
  }
  const Demo& demo = find_demo(demos, options.name);
  const Grader grader{course, bench_for(setup, course, IsolationPolicy::best)};
  ProgramSpec spec = demo.program;
  std::vector<SourceText> sources;
  if (options.mine) sources = own_sources(grader, spec);
  show_progress("building the demonstration");
  const Program program = ProgramBuild(grader.bench, spec, sources).finish();
  const auto fail = [&](const std::string& why) {
    const std::string message = fmt::format("demo {}: {}", demo.name, why);
    if (!sources.empty()) throw InputError(message, fmt::format("./grade demo {}", demo.name));
    throw GraderFault(message);
  };
  if (program.problem) fail(program.message);
  clear_progress();
  LaunchedRunner runner(grader.bench);
  std::string word;  // until a blank ends it: harmless() changes whole words
  runner.on_output = [&](std::string_view text) {
    word += text;
    const std::size_t end = word.find_last_of(" \n") + 1;
    std::cout << harmless(word.substr(0, end)) << std::flush;
    word.erase(0, end);
  };
  const Outcome outcome = runner.run(program.file.get(), {}, spec.limits);
  std::cout << harmless(word) << std::flush;
  if (outcome.ending != Ending::returned) fail(explain_ending(outcome, spec.limits));
  return ExitCode::all_passed;
}

}  // namespace grader
