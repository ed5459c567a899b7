// What editors read line by line, beside the code.

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
  std::string text;
  if (one.verdict == Verdict::not_started || one.verdict == Verdict::skipped ||
      one.verdict == Verdict::internal_error) {
    text += gcc_line(file, place, "warning", short_name(one) + ": " + one.message());
  } else if (one.verdict != Verdict::passed) {
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

}  // namespace grader
