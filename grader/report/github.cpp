// GitHub Actions: the report for people, then workflow commands, which GitHub shows beside the
// code. Here alone lines are commands to a runner. So untrusted text may neither begin a line, nor
// make one of its own, nor end a property.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

constexpr std::size_t annotations_shown = 10;     ///< GitHub shows no more for a step
constexpr std::size_t message_bytes = 16 * 1024;  ///< of 64 KiB that GitHub keeps

/// What follows a command's second "::".
std::string command_data(std::string_view text) {
  std::string safe;
  for (const char c : harmless(text)) {
    safe += c == '%' ? "%25" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : std::string(1, c);
  }
  return safe;
}

/// The value of a command's property, which a colon or a comma would end.
std::string command_property(std::string_view text) {
  std::string safe;
  for (const char c : command_data(text))
    safe += c == ':' ? "%3A" : c == ',' ? "%2C" : std::string(1, c);
  return safe;
}

std::string annotation(const ExerciseResult& exercise) {
  std::string properties;
  if (!exercise.file.empty())
    properties += "file=" + command_property(printable_name(exercise.file)) + ",";
  if (exercise.place) properties += fmt::format("line={},", exercise.place->line);
  if (exercise.place && exercise.place->column > 0)
    properties += fmt::format("col={},", exercise.place->column);
  const std::string title = fmt::format("{}: {}", short_name(exercise), state_of(exercise));
  return fmt::format("::error {}title={}::{}\n", properties, command_property(title),
                     command_data(shortened_to(account_text(exercise), message_bytes)));
}

}  // namespace

std::string github_report(const Report& report) {
  std::string text = text_report(report, Colour::no) + "\n";
  if (!report.error.empty()) {
    return text + fmt::format("::error title=softmark could not grade::{}\n",
                              command_data(shortened_to(report.error, message_bytes)));
  }
  std::size_t shown = 0;
  for (const ExerciseResult& exercise : report.exercises) {
    const Standing standing = standing_of(exercise.verdict);
    if (standing == Standing::passed || standing == Standing::open) continue;
    if (++shown <= annotations_shown) text += annotation(exercise);
  }
  return text + fmt::format("::notice title=softmark::{}\n", command_data(summary_line(report)));
}

}  // namespace grader
