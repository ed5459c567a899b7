#include "cli/commands.hpp"

#include "cli/progress.hpp"
#include "cli/submission.hpp"
#include "core/text.hpp"
#include "grade/grade.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <iostream>
#include <random>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// `file` as seen from the current folder where that is shorter. Follows no symbolic link.
fs::path as_shown(const fs::path& file) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const fs::path relative = absolute.lexically_proximate(fs::current_path());
  return relative.native().size() < absolute.native().size() ? relative : absolute;
}

void check(const RunOptions& options) {
  if (options.fresh < 0 || options.fresh > 1000) {
    throw InputError(fmt::format("--fresh={}: expected 1 to 1000 cases", options.fresh));
  }
  if (options.seed && !options.secret.empty()) {
    throw InputError("--seed and --secret exclude each other");
  }
  if (options.seed && options.fresh == 0) {
    throw InputError("--seed is the seed of fresh cases: it needs --fresh");
  }
  if (!options.output.empty() && fs::is_directory(options.output)) {
    throw InputError(fmt::format("{}: expected a file to write, found a folder", options.output));
  }
}

/// The content of the secret file, without the space around it; empty where none is named.
std::string secret(const RunOptions& options) {
  if (options.secret.empty()) return "";
  const std::string text(trimmed(read_file(options.secret)));
  if (text.size() >= 16) return text;
  throw InputError(fmt::format("{}: expected a secret of at least 16 characters, found {}",
                               options.secret, text.size()),
                   fmt::format("head -c 32 /dev/urandom | base64 > {}", options.secret));
}

/// Where compiler logs of these files go: each folder that is graded has its own, so that none
/// shows the errors of another.
fs::path log_folder(const Setup& setup, const Course& course, const RunOptions& options) {
  const fs::path own = course.root / (options.solutions ? "solutions" : "exercises");
  const fs::path graded = options.submission.empty() ? own : fs::canonical(options.submission);
  std::string name = graded.filename().string().substr(0, 40);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return setup.build_folder() / "logs" /
         fmt::format("{}-{:016x}", name, content_hash(graded.string()));
}

void remember(const Course& course, const std::vector<Exercise>& exercises,
              const std::vector<Intake>& intakes, const Report& report) {
  Progress progress = load_progress(course);
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    ExerciseProgress& entry = progress[exercises[i].folder];
    entry.verdict = name_of(report.exercises[i].verdict);
    entry.file_hash = content_hash(intakes[i].text);
  }
  save_progress(course, progress);
}

/// What the exercises of a submission have taken, to build and to run, and may take together. What
/// is the course's own may take any time.
class TimeBudget {
 public:
  TimeBudget(const RunOptions& options)
      : limited_(!options.solutions || options.submission_seconds.has_value()),
        seconds_(options.submission_seconds.value_or(600)) {}

  /// Nothing where there is no limit.
  std::optional<double> left() const {
    return limited_ ? std::optional(seconds_ - taken_.load()) : std::nullopt;
  }
  void take(const ExerciseResult& result) {
    taken_ += result.compile_seconds + result.run_seconds;
  }

 private:
  bool limited_;
  double seconds_;
  std::atomic<double> taken_ = 0;
};

ExitCode exit_code(const Report& report) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(report.exercises.begin(), report.exercises.end(),
                       [&](const ExerciseResult& one) { return one.verdict == verdict; });
  };
  if (any(Verdict::internal_error)) return ExitCode::grader_fault;
  const bool all =
      std::all_of(report.exercises.begin(), report.exercises.end(),
                  [](const ExerciseResult& one) { return one.verdict == Verdict::passed; });
  return all ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace

ExitCode run_command(const Setup& setup, const RunOptions& options) {
  const Course course = load_course(setup.course, options.exercises);
  check(options);
  Submission submission{options.submission, options.solutions};
  check(course, submission);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  Kit kit = kit_for(setup, course, walls_for(options.isolation, submission));
  kit.build_cpu_seconds = options.build_seconds.value_or(kit.build_cpu_seconds);

  Grader grader{course, kit, {}};
  grader.options.fresh = static_cast<unsigned>(options.fresh);
  grader.options.cpu_seconds = options.cpu_seconds;
  grader.options.memory_mib = options.memory_mib;
  grader.options.run_seconds = options.run_seconds;
  grader.options.logs = log_folder(setup, course, options);
  Report report;
  report.isolation = name_of(kit.isolation.tier);
  report.submission = options.solutions            ? "solutions"
                      : options.submission.empty() ? "exercises"
                                                   : options.submission;
  report.again = "./grade run";
  if (options.solutions) report.again += " --solutions";
  if (!options.submission.empty())
    report.again += " --submission " + shell_word(options.submission);
  grader.options.secret = secret(options);
  if (!options.secret.empty()) {
    if (options.fresh == 0) grader.options.fresh = 3;
    report.again +=
        fmt::format(" --fresh={} --secret {}", grader.options.fresh, shell_word(options.secret));
  } else if (options.fresh > 0) {
    std::random_device device;
    grader.options.seed = options.seed.value_or(device());
    report.seed = grader.options.seed;
    report.again += fmt::format(" --fresh={} --seed {}", options.fresh, *report.seed);
  }

  std::vector<Intake> intakes(exercises.size());
  report.exercises.resize(exercises.size());
  std::atomic<std::size_t> done = 0;
  TimeBudget budget(options);
  in_parallel(exercises.size(), job_count(options.jobs), [&](std::size_t i) {
    check_interrupted();
    intakes[i] = take_in(course, exercises[i], submission);
    Grader timed = grader;
    timed.options.seconds_left = budget.left();
    report.exercises[i] =
        grade_exercise(timed, exercises[i], intakes[i],
                       options.solutions ? Untouched::is_compiled : Untouched::is_not_started)
            .result;
    budget.take(report.exercises[i]);
    report.exercises[i].file = as_shown(intakes[i].file).string();
    if (++done < exercises.size())
      show_progress(fmt::format("{} of {} graded", done.load(), exercises.size()));
  });
  clear_progress();

  const bool to_terminal = options.output.empty() && wants_colour();
  const std::string text = options.format == "json"
                               ? json_report(report)
                               : text_report(report, to_terminal ? Colour::yes : Colour::no);
  if (options.output.empty()) {
    if (!(std::cout << text << std::flush)) {
      throw TryAgain("the report cannot be written to standard output: is there space left?");
    }
  } else {
    write_file(options.output, text);
  }
  if (!options.solutions && options.submission.empty())
    remember(course, exercises, intakes, report);
  return exit_code(report);
}

}  // namespace grader
