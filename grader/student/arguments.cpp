// The command line: options, commands, and the messages of errors.

#include "student/commands.hpp"
#include "core/text.hpp"
#include "system/process.hpp"
#include "version.hpp"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <memory>
#include <span>
#include <type_traits>

namespace grader {
namespace {

/// Adds an option such as "--jobs N", where N is what --help calls its value.
template <class Value>
CLI::Option* add_option(CLI::App& command, const std::string& name, Value& value,
                        const std::string& help) {
  const std::size_t space = name.find(' ');
  CLI::Option* option = command.add_option(name.substr(0, space), value, help);
  return space == name.npos ? option : option->type_name(name.substr(space + 1));
}

/// Likewise an option that takes one of some words. Each comes with the value that it stands for.
template <class Value>
CLI::Option* add_choice(
    CLI::App& command, const std::string& name, Value& value,
    const std::vector<std::pair<std::string, std::type_identity_t<Value>>>& words,
    const std::string& help) {
  std::vector<std::string> all;
  for (const auto& each : words) all.push_back(each.first);
  const auto set = [&value, words](const std::string& word) {
    for (const auto& each : words) {
      if (each.first == word) value = each.second;
    }
  };
  const std::size_t space = name.find(' ');
  return command.add_option_function<std::string>(name.substr(0, space), set, help)
      ->check(CLI::IsMember(all))
      ->type_name(name.substr(space + 1));
}

void add_word(CLI::App& command, const std::string& name, std::string& value,
              const std::vector<std::string>& words, const std::string& help) {
  add_option(command, name, value, help)->check(CLI::IsMember(words));
}

CLI::Validator whole_number(unsigned first, unsigned last) {
  return CLI::Range(first, last).description(fmt::format("{} to {}", first, last));
}

CLI::Validator file_name() {
  return {[](const std::string& word) { return word.empty() ? "expected the name of a file" : ""; },
          ""};
}

void add_exercise(CLI::App& command, std::string& exercise) {
  command.add_option("EXERCISE", exercise,
                     "A number, a name or a file; without it the one that you work on");
}

void add_exercises(CLI::App& command, std::vector<std::string>& exercises) {
  command.add_option(
      "EXERCISE", exercises,
      "Numbers, ranges (1-3), names, their first letters, or files; all without any");
}

void add_isolation(CLI::App& command, std::optional<IsolationPolicy>& isolation) {
  add_choice(command, "--isolation HOW", isolation,
             {{"auto", IsolationPolicy::best},
              {"required", IsolationPolicy::required},
              {"off", IsolationPolicy::off}},
             "auto: the best there is; required: refuse to grade without, the default in CI; off");
}

void add_sanitizers(CLI::App& command, std::optional<SecondLook>& sanitizers) {
  add_choice(
      command, "--sanitizers WHEN", sanitizers,
      {{"auto", std::nullopt}, {"on", SecondLook::all}, {"off", SecondLook::none}},
      "Run failed cases again with sanitizers: auto: crashes, NaN, changing answers of your own "
      "files, not in CI; on: all, and what passes");
}

void add_jobs(CLI::App& command, unsigned& jobs) {
  add_option(command, "--jobs N", jobs,
             "Exercises graded at a time; one a core, at most one for 4 GiB of memory")
      ->check(whole_number(1, 1024));
}

void add_grading(CLI::App& run, GradingOptions& options,
                 std::optional<IsolationPolicy>& isolation) {
  // A flag that may carry a value: --fresh or --fresh=N.
  CLI::Option* fresh = run.add_flag("--fresh{3}", options.grade.fresh,
                                    "Add N fresh cases to each exercise (3); needs the solutions")
                           ->type_name("[=N]")
                           ->force_callback(false)  // CLI11 2.4 checks a flag that is not there
                           ->check(whole_number(1, 1000));
  CLI::Option* secret =
      add_option(run, "--secret FILE", options.secret,
                 "File with a secret that seeds 8 fresh cases of each submission");
  add_option(run, "--seed S", options.seed, "Seed of the fresh cases; repeats a run")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62).description(""))
      ->needs(fresh)
      ->excludes(secret);
  add_choice(
      run, "--marks WHAT", options.grade.marks,
      {{"verdict", Marks::verdict}, {"cases", Marks::cases}, {"steps", Marks::steps}},
      "Points for the verdict alone, or the share of cases that pass, or of steps that are right "
      "or follow in every case. With --secret fresh cases alone earn them");
  add_option(run, "--time-limit S", options.grade.cpu_seconds, "Seconds of computing for each case")
      ->check(whole_number(1, 3600));
  add_option(run, "--memory-limit MIB", options.grade.memory_mib, "Memory for each case, in MiB")
      ->check(whole_number(64, 1U << 20));
  add_option(run, "--build-limit S", options.build_seconds, "The compiler's seconds (20)")
      ->check(whole_number(1, 3600));
  add_option(run, "--run-limit S", options.grade.run_seconds,
             "Seconds for all cases of an exercise; 25 times the limit of one")
      ->check(whole_number(1, 36000));
  add_isolation(run, isolation);
  add_jobs(run, options.jobs);
}

void add_outputs(CLI::App& run, RunOptions& options) {
  const std::vector<std::string> names = format_names();
  add_option(run, "--format FORMAT", options.formats,
             fmt::format("The report's format. Several can be given: {}", fmt::join(names, ", ")))
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names).description(""));
  add_option(run, "--output FILE", options.files,
             "Write the report to this file, the first in the first format, and so on. Without "
             "formats .json, .html and .md say what it is")
      ->allow_extra_args(false)
      ->check(file_name());
}

void add_run(CLI::App& run, RunOptions& options) {
  add_exercises(run, options.exercises);
  CLI::Option* submission = add_option(run, "--submission DIR", options.submission,
                                       "Grade the files in this folder or archive");
  run.add_flag("--solutions", options.solutions, "Grade the solutions")->excludes(submission);
  run.add_flag("-v,--verbose", options.verbose,
               "All that is known of an exercise; without it 12 lines at most");
  add_outputs(run, options);
  add_grading(run, options.grading, options.isolation);
  add_sanitizers(run, options.sanitizers);
}

void add_watch(CLI::App& watch, WatchOptions& options) {
  watch.add_option("EXERCISE", options.exercise,
                   "A number, a name or a file; without it the first that is not passed");
  add_isolation(watch, options.isolation);
  add_sanitizers(watch, options.sanitizers);
}

/// The options of commands that look at one case. `name` is the option that names it, `verb`
/// what is done with it.
void add_one_case(CLI::App& command, OneCaseOptions& options, const std::string& name,
                  const std::string& verb) {
  add_exercise(command, options.exercise);
  add_option(command, name, options.case_name,
             "Case; without it the first that fails, or the first");
  CLI::Option* submission = add_option(command, "--submission DIR", options.submission,
                                       verb + " the file in this folder or archive");
  command.add_flag("--solutions", options.solutions, verb + " the solution")->excludes(submission);
}

void add_picture(CLI::App& picture, PictureOptions& options) {
  add_one_case(picture, options, "--case NAME", "Draw");
  add_option(picture, "--maps N", options.maps, "Draw at most N maps of one array (4)")
      ->check(whole_number(1, 1000));
  add_option(picture, "--output FILE", options.output,
             "Write to this file, which ends in .html or .txt")
      ->check(file_name());
  add_isolation(picture, options.isolation);
  picture.footer(
      "Maps have a row for each query and a column for each key. Exit code 1: it is not right.");
}

void add_case(CLI::App& command, CaseOptions& options) {
  add_one_case(command, options, "NAME", "Run");
  command.add_flag("--python", options.python, "Only the inputs, for NumPy; runs nothing");
  add_isolation(command, options.isolation);
  add_sanitizers(command, options.sanitizers);
  command.footer("Exit code 1: it is not right.");
}

void add_debug(CLI::App& debug, DebugOptions& options) {
  add_one_case(debug, options, "--case NAME", "Debug");
  debug.add_flag("--print", options.print,
                 "Build, then only print the command line, for an editor or a script");
  add_isolation(debug, options.isolation);
  debug.footer(
      "Arrays are printed as matrices. What a debugger runs has no walls and no limits: debug "
      "code that you trust.");
}

void add_drill(CLI::App& drill, DrillOptions& options) {
  drill.add_option(
      "EXERCISE", options.exercise,
      "A number, a name or a file, of an exercise that passes; without it that of the last drill");
  add_option(drill, "--level N", options.level,
             "What is told: 1 the first wrong step, 2 only the case, 3 nothing; rises by itself")
      ->check(whole_number(1, 3));
  drill.add_flag("--new", options.another, "Another one, in place of the one that has begun");
  drill.add_flag("--watch", options.watch,
                 "Grade at each save, until it is repaired or q and Enter end it");
  add_option(drill, "--seed S", options.seed, "Seed of the choice; repeats it");
  add_isolation(drill, options.isolation);
  drill.footer(
      "One line of a copy of your file is changed, in drills/NN_name/. Mend it there, and give the "
      "command again. ./grade run NN --submission drills/NN_name tells what is wrong.");
}

void add_review(CLI::App& review, DrillOptions& options) {
  add_isolation(review, options.isolation);
  review.footer(
      "What passed comes back after 1, 3, 7 and 21 days, with a bug or as a fresh stub, in "
      "drills/NN_name/. ./grade drill grades it.");
}

void add_hint(CLI::App& hint, HintOptions& options) {
  add_exercise(hint, options.exercise);
  hint.add_flag("--for-agent", options.for_agent,
                "For a coding assistant that tutors: verdict, first wrong step, next hint");
}

void add_nothing(CLI::App&, NoOptions&) {}

void add_reset(CLI::App& reset, ResetOptions& options) {
  reset
      .add_option("EXERCISE", options.exercise, "A number, a name or a file, a range (1-3), or all")
      ->required();
  reset.add_flag("--yes", options.without_asking, "Do not ask");
}

void add_demo(CLI::App& demo, DemoOptions& options) {
  demo.add_option("NAME", options.name);
  demo.add_flag("--mine", options.mine, "Use your own code for each exercise that you pass");
}

void add_doctor(CLI::App& doctor, DoctorOptions& options) {
  doctor.add_flag("--node", options.node,
                  "Whether it can grade for others, with a build that another machine has made");
}

void add_batch(CLI::App& batch, BatchOptions& options) {
  batch.add_option("DIR", options.folder, "Folder with a folder or archive for each submission")
      ->required();
  add_exercises(batch, options.exercises);
  add_option(batch, "--out OUT", options.out,
             "Folder for results, feedback, gradebook and overview")
      ->required();
  add_option(batch, "--only ID...", options.only,
             "Grade the submissions of these ids anew; put exercises before it");
  batch.add_flag("--resume,!--no-resume", options.resume,
                 "Keep what is finished, the default; or grade everything anew");
  add_option(
      batch, "--shard I/N", options.shard,
      "Grade one of N parts of the class, I from 0 to N-1; the command without it then finds all");
  CLI::Option* due = add_option(
      batch, "--due TIME", options.due,
      "When it was due, such as 2026-11-20T18:00, or with a zone: 2026-11-20T18:00+01:00");
  add_option(batch, "--late-per-day P", options.late_per_day,
             "Points taken off for each calendar day begun, such as 0.5 or 10%")
      ->needs(due);
  add_option(batch, "--grace TIME", options.grace,
             "What is not late yet, such as 15m or 2h; days count from the due time itself")
      ->needs(due);
  add_option(batch, "--due-of FILE", options.due_of,
             "Table of who has another due time: lines ID,TIME")
      ->needs(due);
  add_option(batch, "--times FILE", options.times,
             "Table of when each was handed in: lines ID,TIME")
      ->needs(due);
  add_word(batch, "--gradebook PLATFORM", options.gradebook, {"moodle", "canvas"},
           "Write OUT/gradebook-PLATFORM.csv, too, as that platform imports it; needs --roster");
  batch
      .add_flag("--open-fresh", options.grading.grade.reveal_fresh_cases,
                "Tell fresh cases in full, as public ones, once the last due time has passed")
      ->needs(due);
  add_option(batch, "--earlier DIR", options.earlier,
             "Submissions of an earlier class: files that are like theirs are told");
  add_option(batch, "--overrides FILE", options.overrides,
             "Table of points given by hand: lines ID,EXERCISE,POINTS,REASON");
  add_option(
      batch, "--roster FILE", options.roster,
      "List of the class (Moodle's or Canvas', or a table with ids): who is absent has a row");
  add_grading(batch, options.grading, options.isolation);
  batch.footer(
      "Repeat the command to go on: what is finished is kept. Isolation is required by default. "
      "Exit codes: 0 all graded, 3 or 75 some could not be, 130 interrupted.");
}

void add_release(CLI::App& release, ReleaseOptions& options) {
  release.add_option("DIR", options.folder, "A new or empty folder")->required();
  add_option(release, "--exercises LIST", options.exercises,
             "Hand out these alone, such as 1-10 or 2,5, and what they use");
  add_option(release, "--with-solutions-of LIST", options.over,
             "Add the solutions of these, such as 1-3");
  release.add_flag("!--no-git", options.git, "No git repository of one commit");
}

void add_package(CLI::App& package, PackageOptions& options) {
  package.add_option("PLATFORM", options.platform, "gradescope")
      ->required()
      ->check(CLI::IsMember({"gradescope"}));
  package.add_option("ZIP", options.file, "A new file, to be written")->required();
  package.add_option("EXERCISE", options.exercises,
                     "Those to grade, such as 1-3; all of them without any");
}

void add_new(CLI::App& command, NewOptions& options) {
  command.add_option("NN_NAME", options.folder, "Its folder, such as 30_layer_scale")->required();
  command.footer("--course DIR starts a course of your own in DIR.");
}

void add_reference(CLI::App& reference, ReferenceOptions& options) {
  reference.add_option("EXERCISE", options.exercises);
  CLI::Option* check = reference.add_flag("--check")->description(
      "Redraw the inputs from their seeds and compare; the default");
  reference.add_flag("--write", options.write, "Write stubs, inputs and expected values")
      ->excludes(check);
}

void add_verify(CLI::App& verify, VerifyOptions& options) {
  verify.add_option("EXERCISE", options.exercises);
  verify.add_flag("--mutants", options.mutants,
                  "instead: make small changes of the solutions, and list those that pass");
  add_jobs(verify, options.jobs);
}

/// What the command that was parsed does.
using Work = std::function<ExitCode()>;

/// Becomes the program that has the commands of instructors and authors. Returns only by an Error.
ExitCode run_staff(const Setup& setup) {
  const std::string program = setup.build_folder() / "grade_staff";
  execv(program.c_str(), setup.command_line);
  throw InputError(fmt::format("{}: the program for authors and instructors is not built", program),
                   fmt::format("cmake --build {} --target grade_staff",
                               shell_word(setup.build_folder().string())));
}

template <class Options>
Options options_of(void (*add)(CLI::App&, Options&));

/// Gives a command the options that `add` adds, and that `run` takes.
template <auto add, auto run>
void define(CLI::App& command, const Setup& setup, Work& work) {
  const auto options = std::make_shared<decltype(options_of(add))>();
  add(command, *options);
  const auto known = run;
  command.callback([=, &setup, &work] {
    work = [=, &setup] { return known == nullptr ? run_staff(setup) : known(setup, *options); };
  });
}

struct CommandEntry {
  const char *group, *name, *help;
  void (*define)(CLI::App& command, const Setup& setup, Work& work);
};

constexpr const char *students = "For students", *instructors = "For instructors",
                     *authors = "For authors";

/// All commands, in the order of --help.
constexpr CommandEntry all_commands[] = {
    {students, "run", "Compile and grade; the default command", define<add_run, run_command>},
    {students, "watch", "Grade a file at each save; ? shows the keys",
     define<add_watch, watch_command>},
    {students, "list", "The exercises and how far you are", define<add_nothing, list_command>},
    {students, "show", "The statement of an exercise", define<add_exercise, show_command>},
    {students, "hint", "One more hint, of the first wrong step first",
     define<add_hint, hint_command>},
    {students, "case", "The numbers of a case, yours beside the expected",
     define<add_case, case_command>},
    {students, "picture", "The attention drawn, yours beside the expected one",
     define<add_picture, picture_command>},
    {students, "debug", "A debugger, stopped in your function", define<add_debug, debug_command>},
    {students, "drill", "Find the bug in a copy of your file that passed",
     define<add_drill, drill_command>},
    {students, "review", "What passed days ago, once more", define<add_review, review_command>},
    {students, "reset", "Put the original stub back, keeping a backup",
     define<add_reset, reset_command>},
    {students, "solution", "Another solution of an exercise that you pass",
     define<add_exercise, solution_command>},
    {students, "demo", "What exercises make together; no NAME: the list",
     define<add_demo, demo_command>},
    {students, "doctor", "Check this machine and suggest fixes",
     define<add_doctor, doctor_command>},
    {instructors, "batch", "Grade a class: all submissions in a folder",
     define<add_batch, batch_command>},
    {instructors, "release", "The students' copy, which has no solutions",
     define<add_release, release_command>},
    {instructors, "package", "What a platform wants, to upload it there",
     define<add_package, package_command>},
    {authors, "new", "The files of a new exercise, to be filled in", define<add_new, new_command>},
    {authors, "reference", "Check or write reference data",
     define<add_reference, reference_command>},
    {authors, "verify", "Stubs fail, solutions pass, mistakes are named",
     define<add_verify, verify_command>},
};

/// Keeps to 80 columns, 26 of them for names.
struct HelpFormatter : CLI::Formatter {
  HelpFormatter() { column_width(26); }

  std::string make_option_desc(const CLI::Option* option) const override {
    return fmt::format("{}", fmt::join(wrap(option->get_description(), 80 - 26), "\n"));
  }

  std::string make_footer(const CLI::App* app) const override {
    return fmt::format("{}\n", fmt::join(wrap(app->get_footer(), 80), "\n"));
  }

  /// Without the value of a flag, as in "--fresh{3}".
  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    const std::string name = CLI::Formatter::make_option_name(option, positional);
    return name.substr(0, name.find('{'));
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    if (option->get_positional() && text.starts_with(" TEXT")) text.erase(0, 5);
    return text;
  }
};

void add_common(CLI::App& app, Setup& setup) {
  app.set_version_flag("--version", fmt::format("softmark {}", SOFTMARK_VERSION));
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 all passed, 1 some did not, 2 wrong usage or unreadable input, "
      "3 the grader's own fault, 75 try again (out of space or processes), 130 interrupted.");
  add_option(app, "--course DIR", setup.course, "Folder with exercises/");
  add_word(app, "--compiler NAME", setup.compiler, {"auto", "clang", "gcc"}, "auto, clang or gcc");
  // For the script ./grade alone.
  app.add_flag("--yes")->description("Install missing packages without asking");
  app.fallthrough();
}

/// Throws InputError where the first word should be a command and is none. It suggests the nearest
/// command, or what else may have been meant.
void check_command(const CLI::App& app, const std::vector<char*>& words) {
  if (words.size() < 2 || words[1][0] == '-' || !app.get_subcommands().empty()) return;
  std::vector<std::string> names;
  for (const CommandEntry& command : all_commands) names.emplace_back(command.name);
  const std::string word = printable(words[1]), meant = nearest(words[1], names);
  throw InputError(
      fmt::format("unknown command \"{}\"", word),
      "./grade " + (meant.empty() ? fmt::format("run {}, or ./grade --help", word) : meant));
}

/// The command whose options are wrong; "./grade --help" for none.
std::string help_of(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? "./grade --help" : "./grade " + parsed.front()->get_name() + " --help";
}

/// The command line, with what people type for --help and --version in their place: help [COMMAND]
/// and version.
std::vector<char*> words_of(int argc, char** argv) {
  static char help[] = "--help", version[] = "--version";
  std::vector<char*> words(argv, argv + argc);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (argc == 2 && first == "version") words[1] = version;
  if (argc == 2 && first == "help") words[1] = help;
  if (argc == 3 && first == "help") words = {argv[0], argv[2], help};
  return words;
}

ExitCode dispatch(const std::vector<char*>& words, char** argv) {
  CLI::App app{"softmark: exercises on attention, graded. Without a command it grades all.",
               "grade"};
  app.formatter(std::make_shared<HelpFormatter>());
  Setup setup;
  setup.command_line = argv;
  const std::string root = environment("SOFTMARK_ROOT");  // from the script `grade`
  setup.course = root.empty() ? "." : root;
  setup.kits = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "kit";
  add_common(app, setup);
  Work work = [&setup] { return run_command(setup, {}); };
  for (const CommandEntry& entry : all_commands)
    entry.define(*app.add_subcommand(entry.name, entry.help)->group(entry.group), setup, work);
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Success& success) {
    check_command(app, words);
    app.exit(success);  // --help or --version
    return ExitCode::all_passed;
  } catch (const CLI::ParseError& error) {
    check_command(app, words);
    throw InputError(printable(error.what()), help_of(app));
  }
  return work();
}

/// Whether a fix is the command that has just failed.
bool is_this_command(const std::string& fix, int argc, char** argv) {
  std::string command = "./grade";
  for (int i = 1; i < argc; ++i) command += " " + shell_word(argv[i]);
  return fix == command;
}

/// Streams that were closed would get the numbers of files that are opened later.
void open_missing_streams() {
  int fd = open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= 2) fd = open("/dev/null", O_RDWR);
  close(fd);
}

int run_command_line(int argc, char** argv) {
  try {
    return static_cast<int>(dispatch(words_of(argc, argv), argv));
  } catch (const Error& error) {
    clear_progress();
    tell(fmt::format("grade: error: {}\n", error.what()));
    if (!error.fix.empty() && !is_this_command(error.fix, argc, argv))
      tell(fmt::format("fix: {}\n", error.fix));
    return static_cast<int>(error.code);
  } catch (const std::exception& error) {
    clear_progress();
    tell(fmt::format("grade: error: {}\n", error.what()));
    return static_cast<int>(ExitCode::grader_fault);
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  open_missing_streams();
  catch_interrupts();
  adopt_orphans();
  prctl(PR_SET_DUMPABLE, 0);  // no process of the same user may look into this one
  const int code = run_command_line(argc, argv);
  end_orphans(Patience::wait);
  return code;
}

}  // namespace grader
