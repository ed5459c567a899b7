// GitLab's Code Quality report: what GitLab shows beside the lines of a merge request.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/json_text.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace grader {
namespace {

/// `told_apart` identifies the finding in every run: GitLab compares two branches by it.
nlohmann::ordered_json quality_issue(const std::string& description, std::string_view check,
                                     std::string_view severity, const std::string& path,
                                     unsigned line, const std::string& told_apart) {
  const std::string shown = std::filesystem::path(path).lexically_normal().string();
  return {{"description", description},
          {"check_name", check},
          {"fingerprint", fmt::format("{:016x}", content_hash(told_apart))},
          {"severity", severity},
          {"location", {{"path", shown}, {"lines", {{"begin", line}}}}}};
}

nlohmann::ordered_json quality_issue_of(const ExerciseResult& exercise, Standing standing) {
  const std::string verdict(name_of(exercise.verdict));
  const std::string name = folder_name(exercise);
  return quality_issue(
      fmt::format("{}: {}", short_name(exercise), one_line(printable(exercise.message()))),
      "softmark/" + verdict,
      standing == Standing::wrong   ? "major"
      : standing == Standing::error ? "critical"
                                    : "info",
      exercise.file.empty() ? name : printable_name(exercise.file),
      exercise.place ? exercise.place->line : 1,
      fmt::format("{} {} {}", name, verdict, exercise.message()));
}

}  // namespace

std::string gitlab_report(const Report& report) {
  nlohmann::ordered_json issues = nlohmann::ordered_json::array();
  if (!report.error.empty()) {
    issues.push_back(quality_issue("softmark could not grade: " + one_line(printable(report.error)),
                                   "softmark/internal_error", "info", "exercises", 1,
                                   "internal_error"));
  }
  for (const ExerciseResult& exercise : report.exercises) {
    const Standing standing = standing_of(exercise.verdict);
    if (standing == Standing::passed || standing == Standing::open) continue;
    issues.push_back(quality_issue_of(exercise, standing));
  }
  return json_text(issues);
}

}  // namespace grader
