// Markdown (CommonMark with GitHub's tables), for people: the feedback to hand back, and the
// summary of a step in GitHub Actions.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

constexpr std::size_t output_lines = 12;

/// A block of code. Its fence is longer than any in the text, so that nothing there ends it.
std::string code_block(const std::vector<std::string>& lines) {
  std::size_t longest = 2, run = 0;
  const std::string text = fmt::format("{}", fmt::join(lines, "\n"));
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}text\n{}\n{}\n\n", fence, text, fence);
}

/// Paragraphs, and blocks of the lines that are code.
std::string paragraphs(const std::vector<std::string>& lines) {
  std::string text;
  std::vector<std::string> code;
  const auto end_code = [&] {
    if (!code.empty()) text += code_block(code);
    code.clear();
  };
  for (const std::string& line : lines) {
    if (line.starts_with(' ')) {
      code.push_back(line);
      continue;
    }
    end_code();
    if (const std::string words = markdown_text(line); !words.empty()) text += words + "\n\n";
  }
  end_code();
  return text;
}

std::string row(const ExerciseResult& exercise) {
  const std::string cases = exercise.cases.empty() ? "" : cases_passed(exercise);
  return fmt::format("| {} | {} | {} | {} of {} |\n", markdown_text(short_name(exercise)),
                     state_of(exercise), cases, score_text(exercise.score),
                     score_text(exercise.max_score));
}

/// What there is to say of an exercise below the table; empty for nothing.
std::string section(const ExerciseResult& exercise) {
  const bool untouched = exercise.verdict == Verdict::not_started && exercise.cases.empty();
  const std::vector<std::string> account = account_of(exercise);
  if (untouched || (account.empty() && exercise.student_output.empty())) return "";
  const std::string title = exercise.title.empty() ? "" : ": " + markdown_text(exercise.title);
  std::string text = fmt::format("### {}{} ({})\n\n", markdown_text(short_name(exercise)), title,
                                 state_of(exercise));
  if (exercise.verdict != Verdict::passed && !exercise.file.empty()) {
    text += markdown_text(file_and_line(exercise)) + "\n\n";
  }
  text += paragraphs(account);
  const std::vector<std::string> printed = first_output(exercise, output_lines);
  if (!printed.empty()) text += "It printed:\n\n" + code_block(printed);
  return text;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string safe;
  const std::string line(trimmed(printable_name(one_line(text))));
  const auto follows = [&](std::size_t i, std::string_view with) {
    return line.compare(i, with.size(), with) == 0;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool markup = std::string_view("\\`*_[]<>&|~$").find(c) != std::string_view::npos;
    // What could begin a heading, list, table or rule at the start of a line.
    const bool starts = i == 0 && std::string_view("#+-=:!").find(c) != std::string_view::npos;
    const bool list =
        (c == '.' || c == ')') && i > 0 && i < 10 && line.find_first_not_of("0123456789") == i;
    const bool link = follows(i, "://") || (c == '.' && i >= 3 && follows(i - 3, "www")) ||
                      (c == '.' && i >= 3 && follows(i - 3, "WWW"));
    const bool reference = c == '#' && i > 0;  // to another issue
    if (markup || starts || list || link || reference) safe += '\\';
    safe += c;
    if (c == '@') safe += "<!-- -->";  // calls nobody, links no mail
  }
  return safe;
}

std::string markdown_report(const Report& report) {
  std::string text = fmt::format("## softmark: {}\n\n", summary_line(report));
  if (!report.error.empty()) {
    text = "## softmark: nothing could be graded\n\nBy the grader's own fault:\n\n" +
           paragraphs({printable(report.error)});
    return without_orders(text);
  }
  if (!report.exercises.empty()) {
    text += "| exercise | verdict | cases passed | score |\n|---|---|---|---|\n";
    for (const ExerciseResult& exercise : report.exercises) text += row(exercise);
    text += "\n";
  }
  if (!report.late.empty()) text += paragraphs({report.late});
  for (const ExerciseResult& exercise : report.exercises) text += section(exercise);
  if (report.seed) text += fmt::format("Seed of the fresh cases: {}\n\n", *report.seed);
  text.pop_back();  // one line end is enough
  return without_orders(text);
}

}  // namespace grader
