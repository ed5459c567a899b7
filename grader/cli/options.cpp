#include "cli/options.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>

namespace grader {

namespace {

/// What is wrong with a number of fresh cases. It is read here: CLI11 takes "0" of a flag
/// for -1.
std::string fresh_problem(const std::string& word) {
  int cases = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), cases);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  if (whole && cases >= 1 && cases <= 1000) return "";
  return fmt::format("expected 1 to 1000 cases, found \"{}\"", word);
}

/// `text` without what stands in braces: the value of a flag, as of "--fresh{3}".
std::string without_braces(std::string text) {
  for (std::size_t start; (start = text.find('{')) != text.npos;)
    text.erase(start, text.find('}', start) + 1 - start);
  return text;
}

/// Keeps to 80 columns, 26 of them for names.
struct HelpFormatter : CLI::Formatter {
  HelpFormatter() { column_width(26); }

  std::string make_option_desc(const CLI::Option* option) const override {
    return fmt::format("{}", fmt::join(wrap(option->get_description(), 80 - 26), "\n"));
  }

  std::string make_footer(const CLI::App* app) const override {
    return fmt::format("{}\n", fmt::join(wrap(app->get_footer(), 80), "\n"));
  }

  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    return without_braces(CLI::Formatter::make_option_name(option, positional));
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    if (option->get_positional() && text.starts_with(" TEXT")) text.erase(0, 5);
    return text;
  }
};

}  // namespace

CLI::Validator whole_number(unsigned first, unsigned last) {
  return CLI::Range(first, last).description(fmt::format("{} to {}", first, last));
}

CLI::Validator file_name() {
  return {[](const std::string& word) { return word.empty() ? "expected the name of a file" : ""; },
          ""};
}

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

void add_isolation(CLI::App& command, std::optional<Walls>& isolation) {
  add_choice(command, "--isolation HOW", isolation,
             {{"auto", Walls::best}, {"required", Walls::required}, {"off", Walls::off}},
             "auto: the best that this machine has; required: refuse to grade without; off. "
             "auto by default, required where CI is set");
}

void add_sanitizers(CLI::App& command, std::optional<SecondLook>& sanitizers) {
  add_choice(
      command, "--sanitizers WHEN", sanitizers,
      {{"auto", std::nullopt}, {"on", SecondLook::all}, {"off", SecondLook::none}},
      "Run failed cases once more with sanitizers. auto, the default: crashes, NaN, changing "
      "answers of your own files, not in CI; on: all, and what passes");
}

void add_jobs(CLI::App& command, unsigned& jobs) {
  add_option(command, "--jobs N", jobs,
             "Exercises graded at a time; one for each core, at most one for 4 GiB of memory")
      ->check(whole_number(1, 1024));
}

void add_grading(CLI::App& run, GradingOptions& options) {
  // A flag that may carry a value: --fresh or --fresh=N.
  run.add_flag("--fresh{3}", options.grade.fresh,
               "Add N fresh cases to each exercise (3); needs the solutions")
      ->type_name("[=N]")
      ->force_callback(false)  // CLI11 2.4 would check a flag that is not there, too
      ->check(CLI::Validator(fresh_problem, ""));
  add_option(run, "--seed S", options.seed, "Seed of the fresh cases; repeats a run")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62).description(""));
  add_option(run, "--secret FILE", options.secret,
             "File with a secret that seeds 8 fresh cases of each submission");
  add_choice(
      run, "--marks WHAT", options.grade.marks,
      {{"verdict", Marks::verdict}, {"cases", Marks::cases}, {"steps", Marks::steps}},
      "Points for the verdict, all or nothing; for the share of cases that pass; or of steps "
      "that are right or follow in every case. With --secret fresh cases alone earn them");
  add_option(run, "--time-limit S", options.grade.cpu_seconds, "Seconds of computing for each case")
      ->check(whole_number(1, 3600));
  add_option(run, "--memory-limit MIB", options.grade.memory_mib, "Memory for each case, in MiB")
      ->check(whole_number(64, 1U << 20));
  add_option(run, "--build-limit S", options.build_seconds, "The compiler's seconds (20)")
      ->check(whole_number(1, 3600));
  add_option(run, "--run-limit S", options.grade.run_seconds,
             "Seconds for all cases of an exercise; ten times the limit of one")
      ->check(whole_number(1, 36000));
  add_isolation(run, options.isolation);
  add_jobs(run, options.jobs);
}

}  // namespace grader
