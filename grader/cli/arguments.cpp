#include "cli/arguments.hpp"

#include "cli/invocation.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "core/text.hpp"
#include "version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grader {
namespace {

/// For the help of commands that take one exercise.
constexpr const char* current_exercise =
    "A number, a name or a file; without it the one that you work on";

/// Where kits and course are: the kits beside the program, the course where the script `grade`
/// says, else in the current folder.
Setup default_setup(char** command_line) {
  Setup setup;
  setup.command_line = command_line;
  const char* root = std::getenv("SOFTMARK_ROOT");
  setup.course = root != nullptr ? root : ".";
  setup.kits = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "kit";
  return setup;
}

/// Adds --format and --output, any number of times, whose values get into `words` in the order of
/// the command line.
void add_outputs(CLI::App& run, std::vector<OutputWord>& words) {
  const auto add = [&](const char* name, bool is_file, const std::string& help) {
    const auto keep = [&words, is_file](const std::string& word) {
      words.push_back({is_file, word});
    };
    return run.add_option_function<std::string>(name, keep, help)
        ->trigger_on_parse()
        ->allow_extra_args(false);
  };
  const std::vector<std::string> names = format_names();
  add("--format", false,
      fmt::format("The report's format. Several can be given, each with an --output: {}",
                  fmt::join(names, ", ")))
      ->type_name("FORMAT ...")
      ->check(CLI::IsMember(names).description(""));
  add("--output", true,
      "Write the report of the --format before it to this file; without a --format, .json, .html, "
      ".md and .xml (JUnit) say what it is")
      ->type_name("FILE ...")
      ->check(file_name());
}

Subcommand add_run(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* run = app.add_subcommand("run", "Compile and grade; the default command");
  run->add_option("EXERCISE", options->exercises,
                  "Numbers, ranges (1-3), names, their first letters, or files; all without any");
  add_option(*run, "--submission DIR", options->submission,
             "Grade the files in this folder or archive");
  run->add_flag("--solutions", options->solutions, "Grade the solutions");
  run->add_flag("-v,--verbose", options->verbose,
                "All that is known of an exercise; without it 12 lines at most");
  add_outputs(*run, options->output_words);
  add_option(*run, "--submission-limit S", options->submission_seconds,
             "Seconds for a whole submission, to build and to run (600)")
      ->check(whole_number(1, 360000));
  add_grading(*run, options->grading);
  add_sanitizers(*run, options->sanitizers);
  return {run, [=](const Setup& setup) {
            options->outputs = outputs_in(options->output_words);
            return run_command(setup, *options);
          }};
}

Subcommand add_watch(CLI::App& app) {
  const auto options = std::make_shared<WatchOptions>();
  CLI::App* watch = app.add_subcommand("watch", "Grade a file at each save; ? shows the keys");
  watch->add_option("EXERCISE", options->exercise,
                    "A number, a name or a file; without it the first that is not passed");
  add_isolation(*watch, options->isolation);
  add_sanitizers(*watch, options->sanitizers);
  return {watch, [options](const Setup& setup) { return watch_command(setup, *options); }};
}

/// Adds the options of commands that look at one case. `name` is the option that names it, `verb`
/// what is done with it.
void add_one_case(CLI::App& command, OneCaseOptions& options, const std::string& name,
                  const std::string& verb) {
  command.add_option("EXERCISE", options.exercise, current_exercise);
  CLI::Option* one = command.add_option(name, options.case_name,
                                        "Case; without it the first that fails, or the first");
  if (name.starts_with('-')) one->type_name("NAME");
  command
      .add_option("--submission", options.submission, verb + " the file in this folder or archive")
      ->type_name("DIR");
  command.add_flag("--solutions", options.solutions, verb + " the solution");
}

Subcommand add_picture(CLI::App& app) {
  const auto options = std::make_shared<PictureOptions>();
  CLI::App* picture =
      app.add_subcommand("picture", "The attention drawn, yours beside the expected one");
  add_one_case(*picture, *options, "--case", "Draw");
  add_option(*picture, "--maps N", options->maps, "Draw at most N maps of one array (4)")
      ->check(whole_number(1, 1000));
  add_option(*picture, "--output FILE", options->output,
             "Write to this file, such as attention.html")
      ->check(file_name());
  add_option(*picture, "--format FORMAT", options->format,
             "text or html; else what FILE ends in decides, else text")
      ->check(CLI::IsMember({"text", "html"}));
  add_choice(*picture, "--color,--colour WHEN", options->colour,
             {{"auto", std::nullopt}, {"always", true}, {"never", false}},
             "auto: on a terminal, unless NO_COLOR is set; always; never");
  add_isolation(*picture, options->isolation);
  picture->footer(
      "Maps have a row for each query and a column for each key. Exit code 1: it is not right.");
  return {picture, [options](const Setup& setup) { return picture_command(setup, *options); }};
}

Subcommand add_case(CLI::App& app) {
  const auto options = std::make_shared<CaseOptions>();
  CLI::App* command =
      app.add_subcommand("case", "The numbers of a case, yours beside the expected");
  add_one_case(*command, *options, "NAME", "Run");
  CLI::Option* code = command->add_flag("--code", options->code,
                                        "Only the inputs, as C++ for a scratch file; runs nothing");
  command->add_flag("--python", options->python, "The same for NumPy")->excludes(code);
  add_isolation(*command, options->isolation);
  add_sanitizers(*command, options->sanitizers);
  command->footer("Arrays are as NumPy prints them. Exit code 1: it is not right.");
  return {command, [options](const Setup& setup) { return case_command(setup, *options); }};
}

Subcommand add_debug(CLI::App& app) {
  const auto options = std::make_shared<DebugOptions>();
  CLI::App* debug = app.add_subcommand("debug", "A debugger, stopped in your function");
  add_one_case(*debug, *options, "--case", "Debug");
  add_option(*debug, "--debugger NAME", options->debugger, "auto, gdb or lldb")
      ->check(CLI::IsMember({"auto", "gdb", "lldb"}));
  debug->add_flag("--print", options->print,
                  "Build, then only print the command line, for an editor or a script");
  add_isolation(*debug, options->isolation);
  debug->footer(
      "Arrays are printed as matrices. What a debugger runs has no walls and no limits: debug "
      "code that you trust.");
  return {debug, [options](const Setup& setup) { return debug_command(setup, *options); }};
}

/// A command that takes one exercise and nothing else.
Subcommand add_reader(CLI::App& app, const std::string& name, const std::string& help,
                      ExitCode (*work)(const Setup&, const std::string&)) {
  const auto exercise = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(name, help);
  command->add_option("EXERCISE", *exercise, current_exercise);
  return {command, [=](const Setup& setup) { return work(setup, *exercise); }};
}

Subcommand add_reset(CLI::App& app) {
  const auto options = std::make_shared<ResetOptions>();
  CLI::App* reset = app.add_subcommand("reset", "Put the original stub back, keeping a backup");
  reset->add_option("EXERCISE", options->exercise)->required();
  reset->add_flag("--yes", options->without_asking, "Do not ask");
  return {reset, [options](const Setup& setup) { return reset_command(setup, *options); }};
}

Subcommand add_doctor(CLI::App& app) {
  const auto node = std::make_shared<bool>(false);
  CLI::App* doctor =
      app.add_subcommand("doctor", "What works on this machine, and what mends the rest");
  doctor->add_flag("--node", *node,
                   "Whether it can grade for others, with a build that another machine has made");
  return {doctor, [node](const Setup& setup) { return doctor_command(setup, *node); }};
}

struct CommandEntry {
  const char* group;
  std::string_view name;
  Subcommand (*add)(CLI::App& app);
};

constexpr const char *students = "For students", *instructors = "For instructors",
                     *authors = "For authors";

/// All commands, in the order of --help. The first is the default.
constexpr CommandEntry all_commands[] = {
    {students, "run", add_run},
    {students, "watch", add_watch},
    {students, "list",
     [](CLI::App& app) -> Subcommand {
       return {app.add_subcommand("list", "The exercises and how far you are"), list_command};
     }},
    {students, "show",
     [](CLI::App& app) {
       return add_reader(app, "show", "The statement of an exercise", show_command);
     }},
    {students, "hint",
     [](CLI::App& app) {
       return add_reader(app, "hint", "One more hint, of the first wrong step first", hint_command);
     }},
    {students, "case", add_case},
    {students, "picture", add_picture},
    {students, "debug", add_debug},
    {students, "reset", add_reset},
    {students, "solution",
     [](CLI::App& app) {
       return add_reader(app, "solution", "Another solution of an exercise that you pass",
                         solution_command);
     }},
    {students, "demo", add_demo},
    {students, "doctor", add_doctor},
    {instructors, "batch", add_batch},
    {instructors, "release", add_release},
    {instructors, "package", add_package},
    {authors, "new", add_new},
    {authors, "reference", add_reference},
    {authors, "verify", add_verify},
};

/// The command that the first word names; all of them where it names none or help is asked for,
/// which lists them. The options of all take a millisecond, at each start.
std::vector<Subcommand> add_commands(CLI::App& app, std::span<char* const> words) {
  const auto is_help = [](std::string_view word) { return word == "--help" || word == "-h"; };
  if (words.size() > 1 && std::ranges::none_of(words, is_help)) {
    const auto named = std::ranges::find(all_commands, words[1], &CommandEntry::name);
    if (named != std::end(all_commands)) return {named->add(app)};
  }
  std::vector<Subcommand> commands;
  for (const CommandEntry& command : all_commands) {
    commands.push_back(command.add(app));
    commands.back().app->group(command.group);
  }
  return commands;
}

void add_common(CLI::App& app, Setup& setup) {
  app.set_version_flag("--version", fmt::format("softmark {}", SOFTMARK_VERSION));
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 all passed, 1 some did not, 2 wrong usage or unreadable input, "
      "3 the grader's own fault, 75 try again (out of space or processes), 130 interrupted.");
  add_option(app, "--course DIR", setup.course, "Folder with exercises/");
  add_option(app, "--compiler NAME", setup.compiler, "auto, clang or gcc")
      ->check(CLI::IsMember({"auto", "clang", "gcc"}));
  app.add_flag("--yes", setup.without_asking,
               "Install missing packages without asking");  // for the script ./grade alone
  app.fallthrough();
}

/// A suggestion for a misspelt first word: the nearest command, or what else may have been meant.
std::string suggestion(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (const std::string meant = nearest(word, names); !meant.empty()) return "./grade " + meant;
  return "./grade run " + printable(word) + ", or ./grade --help";
}

/// Throws InputError where the first word should be a command and is none.
void check_command(const CLI::App& app, const std::vector<char*>& words) {
  if (words.size() < 2 || words[1][0] == '-' || !app.get_subcommands().empty()) return;
  throw InputError(fmt::format("unknown command \"{}\"", printable(words[1])),
                   suggestion(app, words[1]));
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
  app.formatter(help_formatter());
  Setup setup = default_setup(argv);
  add_common(app, setup);
  const std::vector<Subcommand> commands = add_commands(app, words);
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
  if (app.get_option("--course")->count() > 0) add_to_invocation("--course", setup.course.string());
  if (app.get_option("--compiler")->count() > 0) add_to_invocation("--compiler", setup.compiler);
  for (const Subcommand& command : commands) {
    if (command.app->parsed()) return command.work(setup);
  }
  return commands.front().work(setup);
}

/// Whether a fix is the command that has just failed.
bool is_this_command(const std::string& fix, int argc, char** argv) {
  std::string command = "./grade";
  for (int i = 1; i < argc; ++i) command += " " + shell_word(argv[i]);
  return fix == command;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return static_cast<int>(dispatch(words_of(argc, argv), argv));
  } catch (const Error& error) {
    clear_progress();
    tell(fmt::format("grade: error: {}\n", error.what()));
    if (!error.fix.empty() && !is_this_command(error.fix, argc, argv))
      tell(fmt::format("fix: {}\n", expand_invocation(error.fix)));
    return static_cast<int>(error.code);
  } catch (const std::exception& error) {
    clear_progress();
    tell(fmt::format("grade: error: {}\n", error.what()));
    return static_cast<int>(ExitCode::grader_fault);
  }
}

}  // namespace grader
