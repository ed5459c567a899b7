// grade: reads the command line, runs one command, turns what is thrown into a message and an exit
// code.

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "system/process.hpp"
#include "version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace grader;

/// The kits lie beside the program; the course is where the `grade` script says, or the current
/// folder.
Setup default_setup() {
  Setup setup;
  const char* root = std::getenv("SOFTMARK_ROOT");
  setup.course = root != nullptr ? root : ".";
  setup.kits = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "kit";
  return setup;
}

void add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "Compile and grade; the default command");
  run->add_option("EXERCISE", options.exercises,
                  "Numbers, names or files; all of them without any");
  run->add_option("--submission", options.submission, "Grade the files in this folder")
      ->type_name("DIR");
  run->add_flag("--solutions", options.solutions, "Grade the solutions");
  // A flag that may carry a value: --fresh or --fresh=N.
  run->add_flag("--fresh{3}", options.fresh,
                "Add N fresh cases to each exercise (3); needs the solutions")
      ->type_name("[=N]");
  run->add_option("--seed", options.seed, "Seed of the fresh cases; repeats a run")
      ->type_name("S")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62));
  run->add_option("--secret", options.secret,
                  "File with a secret that seeds the fresh cases of each submission anew")
      ->type_name("FILE");
  run->add_option("--format", options.format, "text or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
  run->add_option("--output", options.output, "Write the report to this file")->type_name("FILE");
  run->add_option("--time-limit", options.cpu_seconds, "Seconds of computing for each case")
      ->type_name("S")
      ->check(CLI::Range(1U, 3600U));
  run->add_option("--memory-limit", options.memory_mib, "Memory for each case, in MiB")
      ->type_name("MIB")
      ->check(CLI::Range(64U, 1U << 20));
  run->add_option("--build-limit", options.build_seconds,
                  "Seconds of computing for the compiler (20)")
      ->type_name("S")
      ->check(CLI::Range(1U, 3600U));
  run->add_option("--run-limit", options.run_seconds,
                  "Seconds for all cases of an exercise; ten times the limit of one")
      ->type_name("S")
      ->check(CLI::Range(1U, 36000U));
  run->add_option("--submission-limit", options.submission_seconds,
                  "Seconds for a whole submission, to build and to run (600)")
      ->type_name("S")
      ->check(CLI::Range(1U, 360000U));
  run->add_option("--isolation", options.isolation,
                  "auto: the best that this machine has; required: refuse to grade without; off.\n"
                  "auto by default, required where CI is set")
      ->type_name("HOW")
      ->check(CLI::IsMember({"auto", "required", "off"}));
  run->add_option("--jobs", options.jobs, "Exercises graded at a time; one for each core, at most one for 4 GiB of memory")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
}

void add_picture(CLI::App& app, PictureOptions& options) {
  CLI::App* picture =
      app.add_subcommand("picture", "The attention of an exercise, yours beside the expected one");
  picture->add_option("EXERCISE", options.exercise, "A number, a name or a file")->required();
  picture
      ->add_option("--case", options.case_name,
                   "Case to draw; without it the first that fails, or the first")
      ->type_name("NAME");
  picture->add_option("--submission", options.submission, "Draw the file in this folder")
      ->type_name("DIR");
  picture->add_flag("--solutions", options.solutions, "Draw the solution");
  picture->add_option("--maps", options.maps, "Draw at most N maps of one array (4)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1000U));
  picture->add_option("--output", options.output, "Write to this file, such as attention.html")
      ->type_name("FILE");
  picture
      ->add_option("--format", options.format,
                   "text, svg or html; else what FILE ends in decides, else text")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "svg", "html"}));
  picture
      ->add_option("--color,--colour", options.colour,
                   "auto: on a terminal, unless NO_COLOR is set; always; never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  picture->add_option("--isolation", options.isolation, "auto, required or off, as for run")
      ->type_name("HOW")
      ->check(CLI::IsMember({"auto", "required", "off"}));
  picture->footer(
      "Maps have a row for each query and a column for each key. Exit code 1: it is not right.");
}

/// The command nearest to a misspelt first word, or what else the user may have meant by it.
std::string suggestion(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (const std::string meant = nearest(word, names); !meant.empty()) return "./grade " + meant;
  return "./grade run " + printable(word) + ", or ./grade --help";
}

ExitCode dispatch(int argc, char** argv) {
  CLI::App app{
      "softmark: exercises on attention, graded. Without a command it grades all exercises.",
      "grade"};
  app.set_version_flag("--version", fmt::format("softmark {}", SOFTMARK_VERSION));
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 all passed, 1 some did not, 2 wrong usage or unreadable input,\n"
      "3 the grader's own fault, 75 try again (out of space or processes), 130 interrupted.");
  Setup setup = default_setup();
  app.add_option("--course", setup.course, "Folder with exercises/")->type_name("DIR");
  app.add_option("--compiler", setup.compiler, "auto, clang or gcc")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "clang", "gcc"}));
  bool without_asking = false;  // for the script ./grade alone
  app.add_flag("--yes", without_asking, "Install missing packages without asking");
  app.fallthrough();

  RunOptions run;
  add_run(app, run);
  PictureOptions picture;
  add_picture(app, picture);
  std::string exercise;
  app.add_subcommand("list", "The exercises and how far you are");
  for (const auto& [name, help] : {std::pair{"show", "The statement of an exercise"},
                                   std::pair{"hint", "One more hint for an exercise"}}) {
    app.add_subcommand(name, help)->add_option("EXERCISE", exercise)->required();
  }
  ResetOptions reset;
  CLI::App* reset_app = app.add_subcommand("reset", "Put the original stub back, keeping a backup");
  reset_app->add_option("EXERCISE", reset.exercise)->required();
  reset_app->add_flag("--yes", reset.without_asking, "Do not ask");
  VerifyOptions verify;
  CLI::App* verify_app =
      app.add_subcommand("verify", "For authors: stubs fail, solutions pass, mistakes are named");
  verify_app->add_option("EXERCISE", verify.exercises);
  verify_app->add_option("--jobs", verify.jobs)->type_name("N")->check(CLI::Range(1U, 1024U));
  ReferenceOptions reference;
  CLI::App* reference_app =
      app.add_subcommand("reference", "For authors: check or write reference data");
  reference_app->add_option("EXERCISE", reference.exercises);
  bool check_flag = false;
  CLI::Option* check = reference_app->add_flag(
      "--check", check_flag, "Redraw the inputs from their seeds and compare; the default");
  reference_app->add_flag("--write", reference.write, "Run the NumPy scripts that write the data")
      ->excludes(check);
  DemoOptions demo;
  CLI::App* demo_app =
      app.add_subcommand("demo", "What the exercises make together; without a NAME, the list");
  demo_app->add_option("NAME", demo.name);
  demo_app->add_flag("--mine", demo.mine, "Use your own code for each exercise that you pass");
  app.add_subcommand("doctor", "What works on this machine, and what mends the rest");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);  // --help or --version
    return ExitCode::all_passed;
  } catch (const CLI::ParseError& error) {
    const bool unknown_command = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    if (unknown_command) {
      throw InputError(fmt::format("unknown command \"{}\"", printable(argv[1])),
                       suggestion(app, argv[1]));
    }
    throw InputError(printable(error.what()), "./grade --help");
  }
  if (app.got_subcommand("demo")) return demo_command(setup, demo);
  if (app.got_subcommand("picture")) return picture_command(setup, picture);
  if (app.got_subcommand("list")) return list_command(setup);
  if (app.got_subcommand("show")) return show_command(setup, exercise);
  if (app.got_subcommand("hint")) return hint_command(setup, exercise);
  if (app.got_subcommand("reset")) return reset_command(setup, reset);
  if (app.got_subcommand("verify")) return verify_command(setup, verify);
  if (app.got_subcommand("reference")) return reference_command(setup, reference);
  if (app.got_subcommand("doctor")) return doctor_command(setup);
  return run_command(setup, run);
}

/// Streams that were closed would get the numbers of files that are opened later.
void open_missing_streams() {
  int fd = open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= 2) fd = open("/dev/null", O_RDWR);
  close(fd);
}

/// Runs the command; what it throws becomes a message and an exit code.
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

int main(int argc, char** argv) {
  open_missing_streams();
  catch_interrupts();
  adopt_orphans();
  prctl(PR_SET_DUMPABLE, 0);  // no process of the same user may look into this one
  const int code = run_command_line(argc, argv);
  end_orphans(Patience::wait);
  return code;
}
