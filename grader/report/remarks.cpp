#include "report/remarks.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

/// What is said of a step; its name alone where nothing is.
std::string said(const std::string& name, const std::string& words, const char* mark) {
  if (words.empty()) return name;
  return fmt::format("{}{} {}", name, words.starts_with("is ") ? "" : mark, words);
}

}  // namespace

std::string place_text(const std::string& name, const std::optional<std::size_t>& turn) {
  return turn ? fmt::format("{} (turn {})", name, *turn) : name;
}

std::string text_of(const Remark& remark, const ExerciseResult& result) {
  const std::string place = place_text(remark.step, remark.turn);
  if (remark.kind == RemarkKind::first_wrong_step)
    return "first wrong step: " + said(place, remark.words, ",");
  if (remark.kind == RemarkKind::first_different_step)
    return "first step that differs: " + said(place, remark.words, ",");
  if (remark.step.empty()) return remark.words;
  const CaseResult* const failed = result.first_failed();
  const bool told = failed != nullptr && failed->name == remark.case_name;  // by the finding
  return said(told ? place : fmt::format("{} in case {}", place, remark.case_name), remark.words,
              ":");
}

std::vector<std::string> detail_lines(const ExerciseResult& result) {
  std::vector<std::string> lines;
  for (const Remark& remark : result.details) lines.push_back(text_of(remark, result));
  return lines;
}

}  // namespace grader
