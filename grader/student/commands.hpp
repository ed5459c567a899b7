#pragma once
// The commands, with their options and what they share. Each returns the program's exit code and
// throws Error for what it cannot do.

#include "compile/kit.hpp"
#include "core/error.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "grade/grader.hpp"
#include "grade/intake.hpp"
#include "grade/observe.hpp"
#include "report/writers.hpp"

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

/// A file for the report of a run, or standard output.
struct Output {
  std::string format = "text";
  std::string file = {};  ///< empty: standard output
};

struct RunOptions : SubmissionOptions {
  std::vector<std::string> exercises;
  std::vector<std::string> formats, files;  ///< of reports
  std::vector<Output> outputs;              ///< what these say
  bool verbose = false;                     ///< text leaves nothing out
  GradingOptions grading;
};

ExitCode run_command(const Setup& setup, const RunOptions& options);

/// The options of commands about one exercise, of which each takes some.
struct ExerciseOptions : SubmissionOptions {
  std::string exercise;               ///< empty: the one that is worked on
  std::string case_name;              ///< empty: the first that fails, or the first
  unsigned maps = 4;                  ///< of one array, at most
  bool python = false;                ///< only the inputs, for NumPy
  bool print = false;                 ///< only the debugger's command line
  bool another = false;               ///< not the drill that has begun
  std::optional<std::uint64_t> seed;  ///< none: one from the system
  bool changes = false;               ///< what updates of this copy have changed of it
  bool for_agent = false;             ///< plain lines: verdict, first wrong step, hint
  bool without_asking = false;        ///< whether the stub may be put back
};
ExitCode watch_command(const Setup& setup, const ExerciseOptions& options);
ExitCode case_command(const Setup& setup, const ExerciseOptions& options);
ExitCode picture_command(const Setup& setup, const ExerciseOptions& options);
/// Turns this process into the debugger, or prints its command line. The isolation is for the
/// build; a debugger has none.
ExitCode debug_command(const Setup& setup, const ExerciseOptions& options);
ExitCode drill_command(const Setup& setup, const ExerciseOptions& options);
ExitCode review_command(const Setup& setup, const ExerciseOptions& options);
ExitCode ask_command(const Setup& setup, const ExerciseOptions& options);
ExitCode show_command(const Setup& setup, const ExerciseOptions& options);
ExitCode hint_command(const Setup& setup, const ExerciseOptions& options);
ExitCode reset_command(const Setup& setup, const ExerciseOptions& options);
ExitCode solution_command(const Setup& setup, const std::string& exercise);

ExitCode list_command(const Setup& setup, const ExerciseOptions&);

struct SubmitOptions {
  std::vector<std::string> exercises;  ///< none: all that are begun
  std::string output = "hand_in.zip";
};
/// Packs the exercises' files into an archive that `batch` reads.
ExitCode submit_command(const Setup& setup, const SubmitOptions& options);

struct UpdateOptions {
  std::string from;  ///< a release, as a folder or an archive; empty: what git knows
};
/// Becomes cmake/update.sh of the course.
ExitCode update_command(const Setup& setup, const UpdateOptions& options);

struct DemoOptions {
  std::string name;  ///< empty: list them
  bool mine = false;
};
ExitCode demo_command(const Setup& setup, const DemoOptions& options);

struct DoctorOptions {
  bool node = false;  ///< can it grade with a build that another machine has made?
};
ExitCode doctor_command(const Setup& setup, const DoctorOptions& options);

// The commands of instructors and authors. They are null in the program `grade`, which becomes
// grade_staff for them: ./grade builds that when it is first needed, so that no student waits.

/// Called like the options, whose help says what they mean; empty: not given.
struct BatchOptions {
  std::string folder, out, shard, due, late_per_day, grace, due_of, times, earlier, overrides,
      gradebook, roster;
  std::vector<std::string> exercises, only;
  unsigned questions = 0;
  bool resume = true;
  std::optional<IsolationPolicy> isolation;  ///< none: required
  GradingOptions grading;
};
[[gnu::weak]] ExitCode batch_command(const Setup& setup, const BatchOptions& options);

struct VerifyOptions {
  std::vector<std::string> exercises;
  bool mutants = false;  ///< count which small changes of the solution are rejected
  unsigned jobs = 0;
};
[[gnu::weak]] ExitCode verify_command(const Setup& setup, const VerifyOptions& options);

[[gnu::weak]] ExitCode reference_command(const Setup& setup,
                                         const std::vector<std::string>& exercises);
[[gnu::weak]] ExitCode new_command(const Setup& setup, const std::string& folder);

struct ReleaseOptions {
  std::string folder;
  std::string exercises;  ///< such as 1-10; empty: all, or those that it has
  bool update = false;    ///< the folder is an earlier release
};
[[gnu::weak]] ExitCode release_command(const Setup& setup, const ReleaseOptions& options);

/// The kit that `setup` names, with the isolation for this run. What takes long is told on standard
/// error, and a warning where the isolation is below the tier landlock. Throws GraderFault where it
/// is less than required.
Toolchain bench_for(const Setup& setup, const Course& course, IsolationPolicy walls);

/// Whether standard output is a terminal that wants colour.
bool wants_colour();

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

/// The numbers of the case of that name; for an empty name of the first that failed, or the first.
/// Where nothing was run, only what is expected. Throws InputError where that case was not run.
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

/// Writes a text through the user's pager where standard output is a terminal; else as it is.
void show_paged(const std::string& text);

/// Throws InputError where there is no such folder or archive, or no solution.
void check(const Course& course, const SubmissionOptions& options);

/// The workbench behind the walls that the option asks for. Without it: the best there are; in CI
/// they are required, unless solutions are graded.
Toolchain bench_for(const Setup& setup, const Course& course, const SubmissionOptions& options);

/// Takes in the exercises' files; archives are unpacked behind the walls of a compiler. Where a
/// submission lacks one, the reason says what was looked for, and which file may have been meant.
std::vector<Intake> take_in(const Grader& grader, const SubmissionOptions& options,
                            const std::vector<Exercise>& exercises);

/// Which failures get a second look: what the option says, else the puzzling ones of one's own
/// files, outside of CI.
SecondLook second_look_mode(const SubmissionOptions& options);

/// A grader with the limits and fresh cases that the options ask for. Reads the file with the
/// secret; without a seed and a secret, fresh cases get a seed from the system.
Grader grader_for(const Course& course, Toolchain bench, const GradingOptions& options);

/// The options of fresh cases as words of a command that repeats them; empty where there are none.
std::string fresh_again(const GradingOptions& options, const GradeOptions& used);

// Where the report of a run goes: any number of files, each in a format, and standard output.

/// The formats by their names on the command line: those for people, JSON, and NAME for each
/// program integrations/NAME.jq beside the script ./grade, which makes a platform's format of JSON.
std::vector<std::string> format_names();

/// Each format with its file, both in the order of the command line: the first --output belongs to
/// the first --format. Formats without a file go to standard output. Without a format it is what
/// the file's name ends in, or text. Throws InputError where there are more files than formats.
std::vector<Output> outputs_of(const std::vector<std::string>& formats,
                               const std::vector<std::string>& files);

/// Nothing that was handed in says where a file is written: of what lies in `submission`, the
/// folder that is graded, a link or pipe in the place of the file is removed. Throws InputError for
/// a link above it, and where the file is a folder; GraderFault where a platform's format cannot be
/// written. `submission` may be empty.
void check(const std::vector<Output>& outputs, const std::filesystem::path& submission);

/// What a jq program makes of the JSON report. It gets texts in which nothing is an order to a CI's
/// runner, and of the environment what it names as env.NAME. Throws GraderFault where jq is
/// missing, fails or takes too long.
std::string written_by(const std::filesystem::path& program, const Report& report);

/// Writes the report to each output; where one fails, to the others all the same. Pages show what
/// is `beside`. Throws InputError, GraderFault or TryAgain for the first that could not be written.
void write_outputs(const std::vector<Output>& outputs, const Report& report,
                   const AllPageExtras& beside = {});

/// Writes a report with `error` in place of results. On standard output only where programs read
/// it: people read the error on standard error. Throws nothing.
void write_error(const std::vector<Output>& outputs, Report report, const std::string& error);

// What a student's commands and `watch` share: progress, hints, the original stub. Progress is kept
// in .softmark/progress.json of the course. No grade rests on it.

struct ExerciseProgress {
  std::string verdict;          ///< of the last run; empty before the first
  std::uint64_t file_hash = 0;  ///< of the file that got it
  std::string wrong_step;  ///< the first wrong step of that run, or its mistake's; may be empty
  std::string mistake;     ///< what it said of a known mistake; may be empty
  std::vector<std::size_t> hints_shown;  ///< by their places in exercise.json, in order of showing
  std::int64_t passed_at = 0;            ///< when it first passed or was last reviewed; 0: never
  std::size_t reviews = 0;               ///< how often it has been reviewed since
  std::size_t answered = 0;              ///< questions on it
  std::size_t answered_right = 0;        ///< of these
};

using Progress = std::map<std::string, ExerciseProgress>;  ///< by exercise folder

/// All that is kept between runs.
struct SavedProgress {
  Progress exercises;
  std::string current;  ///< folder of the exercise that was last graded alone; may be empty
};

/// Empty where there is none or it is unreadable.
SavedProgress load_saved_progress(const Course& course);
inline Progress load_progress(const Course& course) {
  return load_saved_progress(course).exercises;
}

/// Does nothing where the course cannot be written.
void save_progress(const Course& course, const SavedProgress& memory);

/// The state of an exercise in words: the last verdict, if the file is still the one that got it.
std::string state_of(const Exercise& exercise, const Progress& progress);

/// Whether there is something left to do: it is neither passed nor left out.
bool is_open(const Exercise& exercise, const Progress& progress);

std::size_t count_passed(const Course& course, const Progress& progress);

/// The first open exercise after `after`, else the first open one of all; null where none is open.
const Exercise* next_open(const Course& course, const Progress& progress,
                          const Exercise* after = nullptr);

/// A course, read as far as it is needed, and one exercise of it.
struct CourseAndExercise {
  Course course;
  Exercise exercise;
};

/// The exercise that `word` names; for an empty word the one that was last graded alone or watched
/// if it is open, else the first open one. Throws InputError.
CourseAndExercise choose_exercise(const std::filesystem::path& course, const std::string& word);

/// The next commands after a pass: another solution, where there is one, the next exercise, and a
/// drill.
std::vector<std::string> lines_after_pass(const Course& course, const Exercise& exercise);

/// The exercises that are due now, in their order: 1, 3, 7 and 21 days after each passed or was
/// last reviewed. None where the course has no reviews.
std::vector<const Exercise*> due_for_review(const Course& course, const Progress& progress);

/// Notes that an exercise was done once more now: it comes back later, if it was due.
void note_review(ExerciseProgress& progress);

/// Notes the verdict of an exercise's file, and its first wrong step.
void note_verdict(const Exercise& exercise, const Intake& intake, const ExerciseResult& result,
                  SavedProgress& memory);

/// Keeps that as progress, and the exercise as the one that is worked on. Returns what is kept of
/// it.
ExerciseProgress keep_verdict(const Course& course, const Exercise& exercise, const Intake& intake,
                              const ExerciseResult& result);

/// What a run finds in the exercise's own file as it is now: where progress does not know, it is
/// graded, and kept as progress.
ExerciseProgress run_now(const Setup& setup, const Course& course, const Exercise& exercise);

/// The hints that were shown, in the order of showing.
std::vector<std::string> shown_hints(const Exercise& exercise, const ExerciseProgress& progress);

/// Such hints, each with its number, wrapped to so many columns.
std::vector<std::string> hint_lines(const std::vector<std::string>& hints, std::size_t columns);

struct Hints {
  std::vector<std::string> shown;
  bool one_more = false;  ///< whether there was one left
  std::string mistake;    ///< what the last run said of a known one; may be empty
};
/// Shows one more hint, where one is left: first those of the first wrong step.
Hints take_one_more_hint(const Course& course, const Exercise& exercise);

/// Writes the student's version of an exercise's file to the course's folder of backups, under a
/// new name, which it returns.
std::filesystem::path keep_backup(const Course& course, const Exercise& exercise,
                                  const std::string& text);

/// Puts the original stub back. Returns where the student's version is kept; nothing where there
/// was none, or the stub was untouched. Throws InputError.
std::optional<std::filesystem::path> put_stub_back(const Course& course, const Exercise& exercise);

/// Whether there is another stub than the one that the student's file began with. It is false once
/// the student has taken it or seen what has changed.
bool has_new_stub(const Course& course, const Exercise& exercise);

/// That, and what to type, in a sentence.
std::string new_stub_note(const Exercise& exercise);

/// Whether the exercise's file is as it was handed out, byte for byte.
bool is_untouched(const Exercise& exercise);

}  // namespace grader
