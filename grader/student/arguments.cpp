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

CLI::Validator whole_number(unsigned first, unsigned last) {
  return CLI::Range(first, last).description(fmt::format("{} to {}", first, last));
}

void add_exercise(CLI::App& command, std::string& exercise) {
  command.add_option("EXERCISE", exercise, "Number, name or file; else the one you work on");
}

void add_exercises(CLI::App& command, std::vector<std::string>& exercises) {
  command.add_option("EXERCISE", exercises, "Numbers, ranges (1-3), names or files; else all");
}

/// What is graded: the files that were handed in, the solutions, or else one's own.
void add_submission(CLI::App& command, SubmissionOptions& options) {
  CLI::Option* submission =
      add_option(command, "--submission DIR", options.submission, "Files in a folder or archive");
  command.add_flag("--solutions", options.solutions, "The solutions")->excludes(submission);
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
  add_option(command, "--jobs N", jobs, "Exercises at a time; one a core and 4 GiB of memory")
      ->check(whole_number(1, 1024));
}

void add_grading(CLI::App& run, GradingOptions& options,
                 std::optional<IsolationPolicy>& isolation) {
  // A flag that may carry a value: --fresh or --fresh=N.
  CLI::Option* fresh = run.add_flag("--fresh{3}", options.grade.fresh,
                                    "N fresh cases of each exercise (3); needs the solutions")
                           ->type_name("[=N]")
                           ->force_callback(false)  // CLI11 2.4 checks a flag that is not there
                           ->check(whole_number(1, 1000));
  CLI::Option* secret = add_option(run, "--secret FILE", options.secret,
                                   "Holds what seeds fresh cases, 8 by default");
  add_option(run, "--seed S", options.seed, "Seed of the fresh cases; repeats a run")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62).description(""))
      ->needs(fresh)
      ->excludes(secret);
  add_choice(run, "--marks WHAT", options.grade.marks,
             {{"verdict", Marks::verdict}, {"cases", Marks::cases}, {"steps", Marks::steps}},
             "What earns points: the verdict alone, the share of cases, or that of steps");
  add_option(run, "--time-limit S", options.grade.cpu_seconds, "Seconds of computing for each case")
      ->check(whole_number(1, 3600));
  add_option(run, "--memory-limit MIB", options.grade.memory_mib, "Memory for each case, in MiB")
      ->check(whole_number(64, 1U << 20));
  add_option(run, "--build-limit S", options.build_seconds, "The compiler's seconds (20)")
      ->check(whole_number(1, 3600));
  add_option(run, "--run-limit S", options.grade.run_seconds, "Seconds for all cases together")
      ->check(whole_number(1, 36000));
  add_isolation(run, isolation);
  add_jobs(run, options.jobs);
}

void add_outputs(CLI::App& run, RunOptions& options) {
  const std::vector<std::string> names = format_names();
  add_option(run, "--format FORMAT", options.formats,
             fmt::format("Of the report, one or several: {}", fmt::join(names, ", ")))
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names).description(""));
  add_option(run, "--output FILE", options.files,
             "A file for the first format, the next, and so on; alone its ending says what it is")
      ->allow_extra_args(false);
}

void add_run(CLI::App& run, RunOptions& options) {
  add_exercises(run, options.exercises);
  add_submission(run, options);
  run.add_flag("-v,--verbose", options.verbose, "All that is known, not 12 lines of an exercise");
  add_outputs(run, options);
  add_grading(run, options.grading, options.isolation);
  add_sanitizers(run, options.sanitizers);
}

void add_watch(CLI::App& watch, ExerciseOptions& options) {
  watch.add_option("EXERCISE", options.exercise, "Number, name or file; else the first to do");
  add_isolation(watch, options.isolation);
  add_sanitizers(watch, options.sanitizers);
}

/// The options of commands that look at one case. `name` is the option that names it.
void add_one_case(CLI::App& command, ExerciseOptions& options, const std::string& name) {
  add_exercise(command, options.exercise);
  add_option(command, name, options.case_name, "Case; else the first that fails, or the first");
  add_submission(command, options);
  add_isolation(command, options.isolation);
}

void add_picture(CLI::App& picture, ExerciseOptions& options) {
  add_one_case(picture, options, "--case NAME");
  add_option(picture, "--maps N", options.maps, "Draw at most N maps of one array (4)")
      ->check(whole_number(1, 1000));
  picture.footer("Exit code 1: it is not right.");
}

void add_case(CLI::App& command, ExerciseOptions& options) {
  add_one_case(command, options, "NAME");
  command.add_flag("--python", options.python, "Only the inputs, for NumPy; runs nothing");
  add_sanitizers(command, options.sanitizers);
  command.footer("Exit code 1: it is not right.");
}

void add_debug(CLI::App& debug, ExerciseOptions& options) {
  add_one_case(debug, options, "--case NAME");
  debug.add_flag("--print", options.print, "Build, and print the command line, for editors");
  debug.footer("What a debugger runs has no walls and no limits: debug code that you trust.");
}

void add_drill(CLI::App& drill, ExerciseOptions& options) {
  drill.add_option("EXERCISE", options.exercise, "One that passes; else that of the last drill");
  drill.add_flag("--new", options.another, "Another one, in place of the one that has begun");
  add_option(drill, "--seed S", options.seed, "Seed of the choice; repeats it");
  add_isolation(drill, options.isolation);
  drill.footer(
      "One line of a copy of your file is changed, in drills/NN_name/. Mend it there, and give the "
      "command again. ./grade run NN --submission drills/NN_name tells what is wrong.");
}

void add_review(CLI::App& review, ExerciseOptions& options) {
  add_isolation(review, options.isolation);
  review.footer(
      "What passed comes back after 1, 3, 7 and 21 days, with a bug or as a fresh stub, in "
      "drills/NN_name/. ./grade drill grades it.");
}

void add_ask(CLI::App& ask, ExerciseOptions& options) {
  ask.add_option("EXERCISE", options.exercise, "A number, a name or a file")->required();
  add_option(ask, "--seed S", options.seed, "Seed of the choice; repeats it");
  add_isolation(ask, options.isolation);
  ask.footer("Of four answers one is right, as runs of your file show. Nothing is graded by it.");
}

void add_hint(CLI::App& hint, ExerciseOptions& options) {
  add_exercise(hint, options.exercise);
  hint.add_flag("--for-agent", options.for_agent, "Verdict, first wrong step and next hint alone");
}

void add_show(CLI::App& show, ExerciseOptions& options) {
  add_exercise(show, options.exercise);
  show.add_flag("--changes", options.changes, "What updates of this copy have changed of it");
}

void add_nothing(CLI::App&, ExerciseOptions&) {}

void add_submit(CLI::App& submit, SubmitOptions& options) {
  submit.add_option("EXERCISE", options.exercises, "Numbers, ranges (1-3), names; else all begun");
  add_option(submit, "--output FILE", options.output, "The archive (hand_in.zip)");
}

void add_update(CLI::App& update, UpdateOptions& options) {
  update.add_option("FROM", options.from, "A newer release, a folder or an archive; else git's");
  update.footer(
      "For copies that ./grade release wrote. The files that you work in stay as they are. Other "
      "files that you changed are kept in .softmark/backups/.");
}

void add_reset(CLI::App& reset, ExerciseOptions& options) {
  reset.add_option("EXERCISE", options.exercise, "A number, a name or a file")->required();
  reset.add_flag("--yes", options.without_asking, "Do not ask");
}

void add_demo(CLI::App& demo, DemoOptions& options) {
  demo.add_option("NAME", options.name);
  demo.add_flag("--mine", options.mine, "With your own code of each exercise that you pass");
}

void add_doctor(CLI::App& doctor, DoctorOptions& options) {
  doctor.add_flag("--node", options.node, "Can it grade with a build that another one has made?");
}

void add_batch(CLI::App& batch, BatchOptions& options) {
  batch.add_option("DIR", options.folder, "A folder or archive for each submission")->required();
  add_exercises(batch, options.exercises);
  add_option(batch, "--out OUT", options.out, "Results, feedback, gradebook, overview")->required();
  add_option(batch, "--only ID...", options.only, "Grade these anew; put exercises before it");
  batch.add_flag("--resume,!--no-resume", options.resume,
                 "Keep what is finished (default), or not");
  add_option(batch, "--shard I/N", options.shard, "Part I, from 0, of N; without it all are found");
  CLI::Option* due = add_option(batch, "--due TIME", options.due,
                                "Such as 2026-11-20T18:00, or with a zone: +01:00");
  add_option(batch, "--late-per-day P", options.late_per_day,
             "Points taken off for each calendar day begun, such as 0.5 or 10%")
      ->needs(due);
  add_option(batch, "--grace TIME", options.grace, "What is not late yet, such as 15m or 2h")
      ->needs(due);
  add_option(batch, "--due-of FILE", options.due_of, "Other due times: lines ID,TIME")->needs(due);
  add_option(batch, "--times FILE", options.times, "When each was handed in: lines ID,TIME")
      ->needs(due);
  add_option(batch, "--gradebook PLATFORM", options.gradebook,
             "Write OUT/gradebook-PLATFORM.csv, too, to be imported; needs --roster")
      ->check(CLI::IsMember({"moodle", "canvas"}));
  batch
      .add_flag("--open-fresh", options.grading.grade.reveal_fresh_cases,
                "Tell fresh cases in full, as public ones, once the last due time has passed")
      ->needs(due);
  add_option(batch, "--earlier DIR", options.earlier,
             "An earlier class: files like theirs are told");
  add_option(batch, "--overrides FILE", options.overrides,
             "Points given by hand: lines ID,EXERCISE,POINTS,REASON");
  add_option(batch, "--roster FILE", options.roster,
             "The class, of Moodle or Canvas or a table with ids: who is absent has a row");
  add_option(batch, "--questions N", options.questions,
             "Write N questions on each file that passes to OUT/questions/, their keys to keys.csv")
      ->check(whole_number(1, 100));
  add_grading(batch, options.grading, options.isolation);
  batch.footer(
      "Repeat the command to go on: what is finished is kept. Isolation is required by default. "
      "Exit codes: 0 all graded, 3 or 75 some could not be, 130 interrupted.");
}

void add_release(CLI::App& release, ReleaseOptions& options) {
  release.add_option("DIR", options.folder, "A new or empty folder, or an earlier release")
      ->required();
  release.add_flag(
      "--update", options.update,
      "Lay corrections over an earlier release; stubs stay, since students work there");
  add_option(release, "--exercises LIST", options.exercises, "These, such as 1-10 or 2,5, alone");
}

void add_new(CLI::App& command, std::string& folder) {
  command.add_option("NN_NAME", folder, "Its folder, such as 30_layer_scale")->required();
  command.footer("--course DIR starts a course of your own in DIR.");
}

void add_reference(CLI::App& reference, std::vector<std::string>& exercises) {
  reference.add_option("EXERCISE", exercises);
  reference.add_flag("--write")->description("What it does; verify checks them")->required();
}

void add_verify(CLI::App& verify, VerifyOptions& options) {
  verify.add_option("EXERCISE", options.exercises);
  verify.add_flag("--mutants", options.mutants, "Instead: small changes of solutions that pass");
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
    {students, "show", "The statement of an exercise", define<add_show, show_command>},
    {students, "hint", "One more hint, of the first wrong step first",
     define<add_hint, hint_command>},
    {students, "case", "The numbers of a case, yours beside the expected",
     define<add_case, case_command>},
    {students, "picture", "The attention drawn, yours beside the expected one",
     define<add_picture, picture_command>},
    {students, "debug", "A debugger, stopped in your function", define<add_debug, debug_command>},
    {students, "ask", "Three questions on your file that passed", define<add_ask, ask_command>},
    {students, "drill", "Find the bug in a copy of your file that passed",
     define<add_drill, drill_command>},
    {students, "review", "What passed days ago, once more", define<add_review, review_command>},
    {students, "reset", "Put the original stub back, keeping a backup",
     define<add_reset, reset_command>},
    {students, "submit", "Pack what you hand in", define<add_submit, submit_command>},
    {students, "update", "Take over corrections of this copy", define<add_update, update_command>},
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
    {authors, "new", "The files of a new exercise, to be filled in", define<add_new, new_command>},
    {authors, "reference", "Write stubs, inputs and expected values",
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
  add_option(app, "--compiler NAME", setup.compiler, "The fastest, or this one")
      ->check(CLI::IsMember({"auto", "clang", "gcc"}));
  // For the script ./grade alone.
  app.add_flag("--yes")->description("Install missing packages without asking");
  app.fallthrough();
}

/// Throws InputError where the first word should be a command and is none. It suggests the nearest
/// command, or what else may have been meant.
void check_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-' || !app.get_subcommands().empty()) return;
  std::vector<std::string> names;
  for (const CommandEntry& command : all_commands) names.emplace_back(command.name);
  const std::string word = printable(argv[1]), meant = nearest(argv[1], names);
  throw InputError(
      fmt::format("unknown command \"{}\"", word),
      "./grade " + (meant.empty() ? fmt::format("run {}, or ./grade --help", word) : meant));
}

/// The command whose options are wrong; "./grade --help" for none.
std::string help_of(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? "./grade --help" : "./grade " + parsed.front()->get_name() + " --help";
}

ExitCode dispatch(int argc, char** argv) {
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
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    check_command(app, argc, argv);
    app.exit(success);  // --help or --version
    return ExitCode::all_passed;
  } catch (const CLI::ParseError& error) {
    check_command(app, argc, argv);
    throw InputError(printable(error.what()), help_of(app));
  }
  return work();
}

/// Streams that were closed would get the numbers of files that are opened later.
void open_missing_streams() {
  int fd = open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= 2) fd = open("/dev/null", O_RDWR);
  close(fd);
}

int run_command_line(int argc, char** argv) {
  try {
    return static_cast<int>(dispatch(argc, argv));
  } catch (const Error& error) {
    clear_progress();
    tell(fmt::format("grade: error: {}\n", error.what()));
    if (!error.fix.empty()) tell(fmt::format("fix: {}\n", error.fix));
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
