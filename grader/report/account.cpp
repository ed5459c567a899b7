#include "report/writers.hpp"

#include "core/text.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace grader {
std::string state_of(const ExerciseResult& exercise) {
  return exercise.cases.empty() ? words_of(exercise.verdict) : words_of_run(exercise.verdict);
}

std::string file_and_line(const ExerciseResult& exercise) {
  const std::string file = printable_name(exercise.file);
  return exercise.place ? fmt::format("{}:{}", file, exercise.place->line) : file;
}

std::string short_name(const ExerciseResult& exercise) {
  return fmt::format("{:02} {}", exercise.number, exercise.name);
}

std::vector<AccountLine> account_of(const ExerciseResult& exercise) {
  const bool passed = exercise.verdict == Verdict::passed;
  const bool untouched = exercise.verdict == Verdict::not_started && exercise.cases.empty();
  const bool warned_first = exercise.warnings_say_why();
  std::vector<AccountLine> lines, warnings;
  for (const std::string& warning : exercise.warnings) {
    const bool first = warnings.empty();
    if (first)
      warnings.push_back({warned_first ? Priority::cause : Priority::warning,
                          passed && exercise.cause ? "sanitizers warn:" : "the compiler warns:"});
    warnings.push_back({Priority::warning, warning, first});
  }
  if (warned_first) lines.swap(warnings);
  if (!passed && !untouched) {
    const bool explained = !exercise.explanation.empty();
    lines.push_back({Priority::cause, exercise.message()});
    for (const std::string& another : exercise.further)
      lines.push_back({Priority::further, another});
    if (explained) lines.push_back({Priority::finding, exercise.finding});
    Priority worth = explained ? Priority::first_detail : Priority::cause;
    for (const std::string& detail : detail_lines(exercise))
      lines.push_back({std::exchange(worth, Priority::detail), detail});
  }
  for (const std::string& note : exercise.notes) lines.push_back({Priority::note, "note: " + note});
  std::ranges::move(warnings, std::back_inserter(lines));
  for (AccountLine& line : lines) line.text = printable(line.text);
  return lines;
}

std::string score_text(double score) {
  return score == std::round(score) ? fmt::format("{:.0f}", score) : fmt::format("{:.2f}", score);
}

std::string summary_line(const Report& report, std::string_view between) {
  const auto passed =
      std::ranges::count(report.exercises, Verdict::passed, &ExerciseResult::verdict);
  return fmt::format("{} of {} passed{}score {} of {}", passed,
                     count_text(report.exercises.size(), "exercise"), between,
                     score_text(report.score()), score_text(report.max_score()));
}

std::string cases_passed(const ExerciseResult& exercise) {
  const auto passed = std::ranges::count(exercise.cases, Verdict::passed, &CaseResult::verdict);
  return fmt::format("{} of {}", passed, exercise.cases.size());
}

std::string text_of(const Remark& remark, const ExerciseResult& result) {
  const std::string turn = remark.turn ? fmt::format(" (turn {})", *remark.turn) : "";
  const std::string place = remark.step + turn;
  if (remark.kind == RemarkKind::first_wrong_step)
    return "first wrong step: " + label(place, remark.words, ",");
  if (remark.kind == RemarkKind::first_different_step)
    return "first step that differs: " + label(place, remark.words, ",");
  if (remark.step.empty()) return remark.words;
  const CaseResult* const failed = result.first_failed();
  const bool told = failed != nullptr && failed->name == remark.case_name;  // by the finding
  return label(told ? place : fmt::format("{} in case {}", place, remark.case_name), remark.words);
}

std::vector<std::string> detail_lines(const ExerciseResult& result) {
  std::vector<std::string> lines;
  for (const Remark& remark : result.details) lines.push_back(text_of(remark, result));
  return lines;
}

}  // namespace grader
