#include "cli/submission.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace grader {

namespace fs = std::filesystem;

void check(const Course& course, const Submission& submission) {
  if (submission.solutions && !submission.submission.empty()) {
    throw InputError("--solutions and --submission exclude each other");
  }
  if (!submission.submission.empty() && !fs::is_directory(submission.submission)) {
    throw InputError(
        fmt::format("{}: expected a folder with the submitted files", submission.submission));
  }
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
void explain_missing(const Exercise& exercise, const std::string& folder, Intake& intake) {
  if (intake.problem != Verdict::missing_file || folder.empty()) return;
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    names.push_back(entry.path().filename().string());
  }
  const std::string meant = nearest(exercise.name + ".cpp", names);
  intake.reason += fmt::format(": expected {}.cpp in {}", exercise.name, folder);
  if (!meant.empty()) intake.reason += fmt::format(", found {}", meant);
  intake.reason = printable_name(intake.reason);
}

}  // namespace

Intake take_in(const Course& course, const Exercise& exercise, const Submission& submission) {
  Intake intake = take_in(file_for(course, exercise, submission), submission.submission);
  explain_missing(exercise, submission.submission, intake);
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
