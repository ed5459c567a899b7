#include "cli/submission.hpp"

#include "cli/invocation.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "submission/archive.hpp"
#include "submission/layout.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <random>

namespace grader {

namespace fs = std::filesystem;

namespace {

/// Throws InputError for what is neither a folder nor an archive.
void check_kind(const std::string& submission) {
  std::error_code error;
  const fs::file_type type = fs::status(submission, error).type();
  const std::string shown = printable_name(submission);
  if (type == fs::file_type::directory) return;
  if (type == fs::file_type::regular && is_archive(submission)) return;
  if (type == fs::file_type::none)
    throw InputError(fmt::format("{}: cannot be read: {}", shown, error.message()));
  if (type != fs::file_type::regular) {
    const bool missing = type == fs::file_type::not_found;
    throw InputError(fmt::format("{}: it is {}", shown,
                                 missing ? "not there" : "neither a folder nor an archive"),
                     "name a folder with the submitted files, or an archive");
  }
  throw InputError(fmt::format("{}: it is a file; expected a folder with the submitted files, or "
                               "an archive",
                               shown),
                   "put it into a folder, and name that");
}

/// A copy may have been released without the solution.
Intake take_in_solution(const Course& course, const Exercise& exercise) {
  Intake intake = take_in(course.solution(exercise), {});
  if (intake.problem != Verdict::missing_file || !fs::exists(course.released())) return intake;
  intake.problem = Verdict::skipped;
  intake.reason = "this copy of the course was released without its solution";
  return intake;
}

/// The content of the secret file, without the space around it; empty where none is named.
std::string secret_in(const std::string& file) {
  if (file.empty()) return "";
  const std::string text(trimmed(read_file(file)));
  if (text.size() >= 16) return text;
  throw InputError(
      fmt::format("{}: expected a secret of at least 16 characters, found {}", file, text.size()),
      fmt::format("head -c 32 /dev/urandom | base64 > {}", file));
}

}  // namespace

void check(const Course& course, const Submission& submission) {
  if (submission.solutions && !submission.submission.empty()) {
    throw InputError("--solutions and --submission exclude each other");
  }
  if (submission.solutions) set_grading_arguments("--solutions");
  if (!submission.submission.empty())
    set_grading_arguments("--submission " + shell_word(submission.submission));
  if (!submission.submission.empty()) check_kind(submission.submission);
  if (submission.solutions && !fs::is_directory(course.root / "solutions")) {
    throw InputError(
        fmt::format(
            "{}: this copy of the course {}", (course.root / "solutions").string(),
            fs::exists(course.released()) ? "was released without solutions" : "has no solutions"),
        "grade without --solutions, or in the full course");
  }
}

void open(Submission& submission, const Course& course, const Workbench& bench) {
  if (submission.submission.empty()) return;
  // The user names it: a link to it is the user's own.
  const fs::path path = fs::canonical(submission.submission);
  submission.contents = contents_of(submission.submission, {{path, ""}}, path.parent_path(),
                                    course.root / "exercises", unpacking(bench, course.root));
  submission.contents.called = submission.submission;
  if (submission.contents.too_many) {
    throw InputError(fmt::format("{}: expected at most {} files and folders, found more",
                                 printable_name(submission.submission), most_entries),
                     "name the folder of one submission");
  }
}

Intake take_in(const Course& course, const Exercise& exercise, const Submission& submission) {
  if (submission.solutions) return take_in_solution(course, exercise);
  if (submission.submission.empty()) return take_in(exercise.stub(), {});
  Intake intake = take_in(submission.contents, exercise);
  if (intake.file.empty()) intake.file = fs::path(submission.submission) / (exercise.name + ".cpp");
  return intake;
}

bool in_ci() {
  const std::string ci = environment("CI");
  return !ci.empty() && ci != "false";
}

Walls walls_for(std::optional<Walls> isolation, const Submission& submission) {
  if (isolation) return *isolation;
  return in_ci() && !submission.solutions ? Walls::required : Walls::best;
}

void check(const GradingOptions& options) {
  if (options.seed && !options.secret.empty()) {
    throw InputError("--seed and --secret exclude each other");
  }
  if (options.seed && options.grade.fresh == 0) {
    throw InputError("--seed is the seed of fresh cases: it needs --fresh");
  }
}

void limit_builds(Workbench& bench, const GradingOptions& options) {
  bench.build_cpu_seconds = options.build_seconds.value_or(bench.build_cpu_seconds);
}

GradeOptions grade_options(const GradingOptions& options) {
  GradeOptions used = options.grade;
  used.secret = secret_in(options.secret);
  constexpr unsigned enough_to_trust = 8;  // an ordinary one, and of most kinds of unusual ones
  if (!used.secret.empty() && used.fresh == 0) used.fresh = enough_to_trust;
  if (used.secret.empty() && used.fresh > 0) {
    std::random_device device;
    used.seed = options.seed.value_or(device());
  }
  return used;
}

SecondLook second_look_mode(std::optional<SecondLook> sanitizers, const std::string& submission) {
  if (sanitizers) return *sanitizers;
  return submission.empty() && !in_ci() ? SecondLook::puzzling : SecondLook::none;
}

std::string fresh_again(const GradingOptions& options, const GradeOptions& used) {
  if (used.fresh == 0) return "";
  if (used.secret.empty()) return fmt::format(" --fresh={} --seed {}", used.fresh, used.seed);
  return fmt::format(" --fresh={} --secret {}", used.fresh, shell_word(options.secret));
}

}  // namespace grader
