#pragma once
// Grades one exercise: builds the program, runs it on the cases, concludes.

#include "compile/program.hpp"
#include "core/exercise.hpp"
#include "core/report.hpp"
#include "explain/places.hpp"
#include "grade/grader.hpp"
#include "grade/intake.hpp"
#include "grade/run_cases.hpp"
#include "run/runner.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// Whether a file that is still the original stub is compiled all the same.
enum class UnchangedStub { counts_as_not_started, is_compiled };

/// A result, with what it was concluded from.
struct Graded {
  ExerciseResult result;
  std::vector<Case> cases;           ///< public ones; none where nothing was run
  std::vector<CaseRun> runs;         ///< of the first of them
  std::vector<ReplayedRun> replays;  ///< of these, where steps were judged
  std::string log;                   ///< all that the compiler wrote, where it did not build
};

/// The cases that ran, with what the program did. They point into `graded`.
std::vector<Run> public_runs(const Graded& graded);

/// The walls behind which one program is built and run. Where they are put up before there is one,
/// its verdict comes sooner.
struct BuildAndRun {
  BuildAndRun(const Grader& grader, const Exercise& exercise) : build(grader.bench, exercise) {}
  /// Ends the launcher, which takes its time: meanwhile the build's folder is removed.
  ~BuildAndRun() {
    if (runner) runner->end();
  }

  /// Starts the launcher.
  void make_runner(const Grader& grader) { runner.emplace(grader.bench); }

  std::optional<LaunchedRunner> runner;  ///< nothing until it is needed, or made beforehand
  ProgramBuild build;
};

/// A workplace that stands before there is a text, for one exercise at a time.
class PreparedSandbox {
 public:
  /// Reads the exercise's data, makes the course's parts of its program, and starts sandbox and
  /// launcher, which end with this thread. The grading tells what fails. Throws Interrupted.
  void prepare(const Grader& grader, const Exercise& exercise);

  /// What was prepared, to be used once; nothing for another exercise, or changed headers.
  std::unique_ptr<BuildAndRun> take(const Exercise& exercise);

 private:
  std::unique_ptr<BuildAndRun> place_;
  std::string exercise_;  ///< its folder
  std::map<std::filesystem::path, std::string> headers_;
};

/// Grades one exercise's file. Throws InputError where the course's own files are wrong; other
/// faults of ours come back as internal_error. Builds and runs in `ready`, where there is one.
Graded grade_exercise(const Grader& grader, const Exercise& exercise, const Intake& intake,
                      UnchangedStub untouched, std::unique_ptr<BuildAndRun> ready = nullptr);

/// Grades a program that is built already, for checks of the course itself. Its text is not known,
/// so that fresh cases cannot hang on it. Throws InputError where the course's files are wrong, and
/// GraderFault.
Graded grade_program(const Grader& grader, Runner& runner, int program, const Exercise& exercise);

}  // namespace grader
