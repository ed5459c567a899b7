// What is read line by line, beside the code: by editors, by GitHub Actions.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {

// Lines as compilers write them, so that editors jump to the place.

namespace {

/// The file's name, without a ':' behind which a reader would see another line's number.
std::string name_in_front(const std::string& file) {
  std::string name = printable_name(file);
  for (std::size_t i = name.find(':'); i != name.npos; i = name.find(':', i + 1)) {
    const std::size_t end = name.find_first_not_of("0123456789", i + 1);
    if (end != name.npos && end > i + 1 && name[end] == ':') name.replace(i, 1, "\\x3a");
  }
  return name;
}

/// "FILE:LINE:COLUMN: error: MESSAGE", on one line.
std::string gcc_line(const std::string& file, const Place& place, std::string_view kind,
                     std::string_view message) {
  return harmless(fmt::format("{}:{}:{}: {}: {}", name_in_front(file), place.line,
                              std::max(place.column, 1U), kind, one_line(printable(message)))) +
         "\n";
}

/// The finding without its place, which stands in front of the line already.
std::string without_place(const std::string& message, const std::string& file) {
  const std::size_t at = message.find(file + ":");
  if (at == message.npos) return message;
  const auto rest = placed(std::string_view(message).substr(at), file);
  return rest ? std::string(rest->second) : message;
}

std::string gcc_exercise(const ExerciseResult& one) {
  const std::string file = one.file.empty() ? one.name + ".cpp" : one.file;
  const Place place = one.place.value_or(Place{1, 1});
  const Standing standing = standing_of(one.verdict);
  std::string text;
  if (standing == Standing::open || standing == Standing::ours) {
    text += gcc_line(file, place, "warning", short_name(one) + ": " + one.message());
  } else if (standing != Standing::passed) {
    text +=
        gcc_line(file, place, "error", short_name(one) + ": " + without_place(one.message(), file));
    if (!one.explanation.empty()) text += gcc_line(file, place, "note", one.finding);
  }
  for (const Remark& remark : one.details) {
    const std::string line = text_of(remark, one);
    if (const auto other = placed(line, file))
      text += gcc_line(file, other->first, "note", other->second);
    else if (remark.kind == RemarkKind::first_wrong_step)
      text += gcc_line(file, place, "note", line);
  }
  for (const std::string& line : one.warnings) {
    if (const auto other = placed(line, file))
      text += gcc_line(file, other->first, "warning", other->second);
  }
  return text;
}

}  // namespace

std::string gcc_report(const Report& report) {
  if (!report.error.empty()) return "grade: error: " + one_line(harmless(report.error)) + "\n";
  std::string text;
  for (const ExerciseResult& one : report.exercises) text += gcc_exercise(one);
  return text + summary_line(report) + "\n";
}

// GitHub Actions: the report for people, then workflow commands, which GitHub shows beside the
// code. Here alone lines are commands to a runner. So untrusted text may neither begin a line, nor
// make one of its own, nor end a property.

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
