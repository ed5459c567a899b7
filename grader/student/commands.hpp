#pragma once
// The commands, with their options and what they share. Each returns the program's exit code and
// throws Error for what it cannot do.

#include "student/outputs.hpp"
#include "compile/kit.hpp"
#include "core/error.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "grade/grader.hpp"
#include "grade/observe.hpp"
#include "report/picture.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// Where the program finds things, from the options that every command takes.
struct Setup {
  std::filesystem::path course;   ///< the folder with exercises/
  std::filesystem::path kits;     ///< the folder with the kits
  std::string compiler = "auto";  ///< auto, clang or gcc
  char** command_line = nullptr;  ///< as main got it, for a program that this one becomes
  std::filesystem::path build_folder() const { return kits.parent_path(); }
};

/// How much isolation a command insists on.
enum class IsolationPolicy {
  best,      ///< the best tier that this machine has
  required,  ///< at least landlock; else nothing is graded
  off,
};

/// How to grade, for every command that grades submissions.
struct GradingOptions {
  GradeOptions grade;                 ///< but for the two that follow
  std::optional<std::uint64_t> seed;  ///< none: one from the system
  std::string secret;                 ///< file
  std::optional<unsigned> build_seconds;
  unsigned jobs = 0;  ///< 0: one for each core
};

/// Whose files to grade, and how warily.
struct SubmissionOptions {
  std::string submission;                    ///< folder or archive; empty: none
  bool solutions = false;                    ///< else the stubs, where there is no submission
  std::optional<IsolationPolicy> isolation;  ///< none: what the surroundings suggest
  std::optional<SecondLook> sanitizers;      ///< none: for one's own files, outside of CI

  UnchangedStub untouched() const {
    return solutions ? UnchangedStub::is_compiled : UnchangedStub::counts_as_not_started;
  }
};

struct RunOptions : SubmissionOptions {
  std::vector<std::string> exercises;
  std::vector<std::string> formats, files;  ///< of reports
  std::vector<Output> outputs;              ///< what these say
  bool verbose = false;                     ///< text leaves nothing out
  GradingOptions grading;
};

ExitCode run_command(const Setup& setup, const RunOptions& options);

struct WatchOptions : SubmissionOptions {
  std::string exercise;  ///< empty: the first that is not passed
};
ExitCode watch_command(const Setup& setup, const WatchOptions& options);

struct BatchOptions {
  std::string folder;
  std::string out;
  std::vector<std::string> exercises;
  std::vector<std::string> only;    ///< ids to grade anew
  bool resume = true;               ///< keep what is finished; else all is graded anew
  std::string shard;                ///< the part to grade, such as 3/20; empty: all
  std::string due;                  ///< a time; empty: none
  std::string late_per_day;         ///< points, or a share of them, such as 10%; empty: nothing
  std::string grace;                ///< minutes or hours that are not late yet, such as 15m
  std::string due_of;               ///< file with lines ID,TIME for who has more time; empty: none
  std::string times;                ///< file with lines ID,TIME; empty: none
  std::string earlier;              ///< folder of an earlier class, to compare with; empty: none
  std::string overrides;            ///< file with lines ID,EXERCISE,POINTS,REASON; empty: none
  std::string gradebook;            ///< the platform that imports one; empty: none
  std::string roster;               ///< file with the ids of the class; empty: none
  std::optional<IsolationPolicy> isolation;  ///< none: required
  GradingOptions grading;
};
ExitCode batch_command(const Setup& setup, const BatchOptions& options);

/// The options of all commands that look at one case.
struct OneCaseOptions : SubmissionOptions {
  std::string exercise;
  std::string case_name;  ///< empty: the first that fails, or the first
};

struct PictureOptions : OneCaseOptions {
  unsigned maps = 4;   ///< of one array, at most
  std::string format;  ///< empty: what the output's name ends in
  std::string output;
  std::optional<bool> colour;  ///< none: on a terminal that wants it
};
ExitCode picture_command(const Setup& setup, const PictureOptions& options);

struct CaseOptions : OneCaseOptions {
  bool python = false;  ///< only the inputs, for NumPy
};
ExitCode case_command(const Setup& setup, const CaseOptions& options);

/// The isolation is for the build; a debugger has none.
struct DebugOptions : OneCaseOptions {
  bool print = false;  ///< only the command line
};
/// Turns this process into the debugger, or prints its command line.
ExitCode debug_command(const Setup& setup, const DebugOptions& options);

/// Only `isolation` is used here: a drill always starts from the student's own file.
struct DrillOptions : SubmissionOptions {
  std::string exercise;               ///< empty: the last one
  unsigned level = 0;                 ///< 0: a higher one each time
  bool another = false;               ///< not the one that has begun
  bool watch = false;                 ///< grade at each save
  std::optional<std::uint64_t> seed;  ///< none: one from the system
};
ExitCode drill_command(const Setup& setup, const DrillOptions& options);
ExitCode review_command(const Setup& setup, const DrillOptions& options);

struct NoOptions {};
ExitCode list_command(const Setup& setup, const NoOptions&);
ExitCode show_command(const Setup& setup, const std::string& exercise);
ExitCode solution_command(const Setup& setup, const std::string& exercise);

struct HintOptions {
  std::string exercise;
  bool for_agent = false;  ///< plain lines: verdict, first wrong step, hint
};
ExitCode hint_command(const Setup& setup, const HintOptions& options);

struct ResetOptions {
  std::string exercise;
  bool without_asking = false;
};
ExitCode reset_command(const Setup& setup, const ResetOptions& options);

struct VerifyOptions {
  std::vector<std::string> exercises;
  bool mutants = false;   ///< count which small changes of the solution are rejected
  bool families = false;  ///< list the mistakes of families
  unsigned jobs = 0;
};
ExitCode verify_command(const Setup& setup, const VerifyOptions& options);

struct ReferenceOptions {
  std::vector<std::string> exercises;
  bool write = false;  ///< else check
};
ExitCode reference_command(const Setup& setup, const ReferenceOptions& options);

struct NewOptions {
  std::string folder;  ///< NN_name
};
ExitCode new_command(const Setup& setup, const NewOptions& options);

struct ReleaseOptions {
  std::string folder;
  std::string exercises;  ///< such as 1-10; empty: all
  std::string over;       ///< those whose solutions go along, such as 1-10; empty: none
  bool git = true;        ///< whether the copy is a repository of one commit
};
ExitCode release_command(const Setup& setup, const ReleaseOptions& options);

struct PackageOptions {
  std::string platform;                ///< gradescope
  std::string file;                    ///< to write
  std::vector<std::string> exercises;  ///< none: all
};
ExitCode package_command(const Setup& setup, const PackageOptions& options);

struct DemoOptions {
  std::string name;  ///< empty: list them
  bool mine = false;
};
ExitCode demo_command(const Setup& setup, const DemoOptions& options);

struct DoctorOptions {
  bool node = false;  ///< can it grade with a build that another machine has made?
};
ExitCode doctor_command(const Setup& setup, const DoctorOptions& options);

/// The kit that `setup` names, with the isolation for this run. What takes long is told on standard
/// error, and a warning where the isolation is below the tier landlock. Throws GraderFault where it
/// is less than required.
Toolchain bench_for(const Setup& setup, const Course& course, IsolationPolicy walls);

/// How many jobs to run: `wanted`, or one for each core where that is 0. At most one for each 4 GiB
/// of memory, since a compiler may take so much.
unsigned job_count(unsigned wanted);

/// Whether standard output is a terminal that wants colour.
bool wants_colour();

/// `text`, with each place in the result's file as a link (OSC 8) where standard output can show
/// these. A place without a line leads to the result's own.
std::string with_links(const std::string& text, const ExerciseResult& result);

/// Writes `text` to standard error, made harmless.
void tell(const std::string& text);
/// Tells which folders of a course are passed over.
void tell_copies(const Course& course);

/// Shows `text` on the terminal's last line while work goes on. Does nothing without a terminal.
void show_progress(const std::string& text);
/// The same. Without a terminal it writes a line to standard error, every ten seconds at most, and
/// at once where something is built, which takes longer.
void tell_progress(const std::string& text);
void clear_progress();

/// Calls `work(i)` for i below `count`, `jobs` at a time, and shows how far that is: `progress` is
/// such as "{} of {} graded".
void in_parallel_shown(const std::string& progress, std::size_t count, unsigned jobs,
                       const std::function<void(std::size_t)>& work);

/// What a verdict says about an exercise that did not pass, with what was found.
std::vector<std::string> remarks_on(const ExerciseResult& result, const std::string& finding);

/// The index in `graded.runs` of the case of that name. For an empty name, of the first case that
/// failed, or of the first where none did. Throws InputError where no such case was run.
std::size_t chosen_run(const Exercise& exercise, const Graded& graded, const std::string& name);

/// The numbers of the case that `chosen_run` chooses; where nothing was run, only what is expected
/// in the case of that name, or the first.
std::string case_numbers(const Grader& grader, const Exercise& exercise, const Graded& graded,
                         const std::string& name);

/// The picture below the verdict, at 80 columns. Throws InputError where there is nothing to draw.
std::string picture_on_terminal(const Grader& grader, const Exercise& exercise,
                                const Graded& graded);

/// The picture for the page of a run, without title and verdict. Its size is bounded; nothing where
/// the program gave nothing to draw.
std::optional<Picture> picture_for_page(const Exercise& exercise, const Observation& observation);

/// How wide standard output is; 0 where it is no terminal.
std::size_t terminal_columns();

/// The value of an environment variable; empty where it is not set.
std::string environment(const char* name);

/// Writes a text to standard output. Throws TryAgain where it cannot be written. A pipe that nobody
/// reads any more is no error: its reader has seen enough.
void write_out(const std::string& text);

/// The exercises with their states, as `list` writes them.
std::string list_text(const Course& course);

/// How the user's pager (PAGER, else less or more) is started on a file. `less_options` come behind
/// the user's own.
struct Pager {
  std::vector<std::string> words;
  bool waits = false;  ///< stays until q, also behind the end of the text
};
Pager pager_of(const std::filesystem::path& file, const std::string& less_options);

/// Writes a text through the user's pager where standard output is a
/// terminal; else as it is.
void show_paged(const std::string& text);

}  // namespace grader
