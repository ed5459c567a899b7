#include "student/commands.hpp"

#include "core/text.hpp"
#include "submission/contents.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <random>

namespace grader {

namespace fs = std::filesystem;

namespace {

void check_kind(const std::string& submission) {
  std::error_code error;
  const fs::file_type type = fs::status(submission, error).type();
  const bool file = type == fs::file_type::regular;
  if (type == fs::file_type::directory || (file && is_archive(submission))) return;
  throw InputError(
      fmt::format("{}: {}", printable_name(submission),
                  file ? "it is a file: put it into a folder, and name that"
                  : type == fs::file_type::not_found ? "it is not there"
                  : type == fs::file_type::none      ? error.message()
                                                     : "it is neither a folder nor an archive"),
      "name a folder with the submitted files, or an archive");
}

/// A copy may have been released without the solution.
Intake take_in_solution(const Course& course, const Exercise& exercise) {
  Intake intake = take_in(course.solution(exercise), {});
  if (intake.problem != Verdict::missing_file || !fs::exists(course.released())) return intake;
  intake.problem = Verdict::skipped;
  intake.reason = "this copy of the course was released without its solution";
  return intake;
}

Contents opened(const Grader& grader, const std::string& submission) {
  // The user names it: a link to it is the user's own.
  const fs::path path = fs::canonical(submission), root = grader.course.root;
  Contents contents = grader::contents_of(submission, {{path, ""}}, path.parent_path(),
                                          root / "exercises", unpacking(grader.bench, root));
  contents.called = submission;
  if (!contents.too_many) return contents;
  throw InputError(fmt::format("{}: expected at most {} files and folders, found more",
                               printable_name(submission), most_entries),
                   "name the folder of one submission");
}

bool in_ci() {
  const std::string ci = environment("CI");
  return !ci.empty() && ci != "false";
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

void check(const Course& course, const SubmissionOptions& options) {
  if (!options.submission.empty()) check_kind(options.submission);
  if (options.solutions && !fs::is_directory(course.root / "solutions")) {
    throw InputError(
        fmt::format(
            "{}: this copy of the course {}", (course.root / "solutions").string(),
            fs::exists(course.released()) ? "was released without solutions" : "has no solutions"),
        "grade without --solutions, or in the full course");
  }
}

std::vector<Intake> take_in(const Grader& grader, const SubmissionOptions& options,
                            const std::vector<Exercise>& exercises) {
  Contents contents;
  if (!options.submission.empty()) contents = opened(grader, options.submission);
  std::vector<Intake> intakes;
  for (const Exercise& exercise : exercises) {
    if (options.solutions) {
      intakes.push_back(take_in_solution(grader.course, exercise));
    } else if (options.submission.empty()) {
      intakes.push_back(take_in(exercise.stub()));
    } else {
      Intake intake = take_in(contents, exercise);
      if (intake.file.empty())
        intake.file = fs::path(options.submission) / (exercise.name + ".cpp");
      intakes.push_back(std::move(intake));
    }
  }
  return intakes;
}

Toolchain bench_for(const Setup& setup, const Course& course, const SubmissionOptions& options) {
  const IsolationPolicy usual =
      in_ci() && !options.solutions ? IsolationPolicy::required : IsolationPolicy::best;
  return bench_for(setup, course, options.isolation.value_or(usual));
}

SecondLook second_look_mode(const SubmissionOptions& options) {
  const bool own = options.submission.empty() && !in_ci();
  return options.sanitizers.value_or(own ? SecondLook::on_crash_or_nan : SecondLook::none);
}

ExerciseProgress run_now(const Setup& setup, const Course& course, const Exercise& exercise) {
  const SubmissionOptions own;
  const Intake intake = take_in(exercise.stub());
  const ExerciseProgress known = load_progress(course)[exercise.folder];
  const std::optional<Verdict> verdict = verdict_named(known.verdict);
  const bool ours = verdict == Verdict::internal_error || verdict == Verdict::skipped;
  if (verdict && !ours && !intake.problem && known.file_hash == content_hash(intake.text))
    return known;
  Grader grader{course, bench_for(setup, course, own)};
  grader.options.second_look = second_look_mode(own);
  const ExerciseResult result = grade_exercise(grader, exercise, intake, own.untouched()).result;
  clear_progress();
  if (result.verdict == Verdict::internal_error) throw GraderFault(result.finding);
  return keep_verdict(course, exercise, intake, result);
}

Grader grader_for(const Course& course, Toolchain bench, const GradingOptions& options) {
  bench.build_cpu_seconds = options.build_seconds.value_or(bench.build_cpu_seconds);
  Grader grader{course, std::move(bench), options.grade};
  GradeOptions& used = grader.options;
  used.secret = secret_in(options.secret);
  constexpr unsigned enough_to_trust = 8;  // an ordinary one, and of most kinds of unusual ones
  if (!used.secret.empty() && used.fresh == 0) used.fresh = enough_to_trust;
  if (used.shared_seed()) used.seed = options.seed ? *options.seed : std::random_device()();
  return grader;
}

std::string fresh_again(const GradingOptions& options, const GradeOptions& used) {
  if (used.fresh == 0) return "";
  if (used.secret.empty()) return fmt::format(" --fresh={} --seed {}", used.fresh, used.seed);
  return fmt::format(" --fresh={} --secret {}", used.fresh, shell_word(options.secret));
}

}  // namespace grader
