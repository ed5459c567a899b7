#include "cli/submission.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace grader {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t names_limit = 2000;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    names.push_back(entry.path().filename().string());
    if (names.size() > names_limit) {
      throw InputError(fmt::format("{}: expected at most {} files and folders, found more",
                                   printable_name(folder), names_limit),
                       "name the folder of one submission");
    }
  }
  return names;
}

}  // namespace

void check(const Course& course, Submission& submission) {
  if (submission.solutions && !submission.submission.empty()) {
    throw InputError("--solutions and --submission exclude each other");
  }
  if (!submission.submission.empty() && !fs::is_directory(submission.submission)) {
    throw InputError(
        fmt::format("{}: expected a folder with the submitted files", submission.submission));
  }
  if (!submission.submission.empty()) submission.names = names_in(submission.submission);
  if (submission.solutions && !fs::is_directory(course.root / "solutions")) {
    throw InputError(fmt::format("{}: this copy of the course has no solutions",
                                 (course.root / "solutions").string()));
  }
}

namespace {

/// The file to grade for an exercise, in the words of the command line.
fs::path file_for(const Course& course, const Exercise& exercise, const Submission& submission) {
  if (submission.solutions) return course.solution(exercise);
  if (!submission.submission.empty()) return submitted_file(submission.submission, exercise);
  return exercise.stub();
}

/// Says what was looked for where a submission lacks a file, and what may have been meant.
void explain_missing(const Exercise& exercise, const Submission& submission, Intake& intake) {
  if (intake.problem != Verdict::missing_file || submission.submission.empty()) return;
  const std::string meant = nearest(exercise.name + ".cpp", submission.names);
  intake.reason += fmt::format(": expected {}.cpp in {}", exercise.name, submission.submission);
  if (!meant.empty()) intake.reason += fmt::format(", found {}", meant);
  intake.reason = printable_name(intake.reason);
}

}  // namespace

Intake take_in(const Course& course, const Exercise& exercise, const Submission& submission) {
  Intake intake = take_in(file_for(course, exercise, submission), submission.submission);
  explain_missing(exercise, submission, intake);
  return intake;
}

Walls walls_for(const std::string& isolation, const Submission& submission) {
  if (isolation == "off") return Walls::off;
  const char* ci = std::getenv("CI");
  const bool in_ci = ci != nullptr && *ci != '\0' && std::string(ci) != "false";
  const bool suggested = isolation.empty() && in_ci && !submission.solutions;
  return isolation == "required" || suggested ? Walls::required : Walls::best;
}

}  // namespace grader
