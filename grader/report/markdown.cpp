// Markdown (CommonMark with GitHub's tables), for people: the feedback to hand back, and the
// summary of a step in GitHub Actions. Pages are the same, with drawings.

#include "core/text.hpp"
#include "report/writers.hpp"
#include "report/page.hpp"
#include "version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

constexpr std::size_t output_lines = 12;
constexpr std::size_t most_cases = 12;          // that are named
constexpr std::size_t lines_around = 3;         // a place
constexpr std::size_t longest_line = 400;       // of those and of output, in bytes
constexpr const char* own_stubs = "exercises";  // the submission of who grades in the course

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

/// The verdict in words, with a sign that is seen from afar.
std::string marked_state(const ExerciseResult& exercise) {
  const Verdict verdict = exercise.verdict;
  const bool open = verdict == Verdict::not_started || verdict == Verdict::skipped ||
                    verdict == Verdict::missing_file || verdict == Verdict::internal_error;
  const char* sign = verdict == Verdict::passed ? "✓" : open ? "○" : "✗";
  return fmt::format("{} {}", sign, state_of(exercise));
}

std::string row(const ExerciseResult& exercise) {
  const std::string cases = exercise.cases.empty() ? "" : cases_passed(exercise);
  return fmt::format("| {} | {} | {} | {} of {} |\n", markdown_text(short_name(exercise)),
                     marked_state(exercise), cases, score_text(exercise.score),
                     score_text(exercise.max_score));
}

/// The lines around the place, with their numbers; that of the place is marked.
std::string excerpt(const std::optional<Place>& place, const std::string& text) {
  if (!place || place->line == 0 || text.empty()) return "";
  const std::vector<std::string> all = split_lines(text);
  std::vector<std::string> lines;
  const std::size_t marked = place->line, last = std::min(marked + lines_around, all.size());
  for (std::size_t i = marked - std::min(marked, lines_around + 1); i < last; ++i) {
    const std::string line = printable(cut(all[i], longest_line));
    lines.push_back(fmt::format("{} {:>4}  {}", i + 1 == marked ? '>' : ' ', i + 1, line));
  }
  return code_block(lines);
}

std::string hints(const PageExtras& beside) {
  if (beside.hints.empty()) return "";
  std::string text =
      fmt::format("Hints that you took, {} of {}:\n\n", beside.hints.size(), beside.hints_in_all);
  for (const std::string& hint : beside.hints) text += "1. " + markdown_text(hint) + "\n";
  return text + "\n";
}

/// The first lines of what the program printed; the last says how many were left out.
std::vector<std::string> first_output(const ExerciseResult& exercise) {
  std::vector<std::string> lines = split_lines(printable(exercise.student_output));
  const std::size_t all = lines.size();
  lines.resize(std::min(all, output_lines));
  for (std::string& line : lines) line = cut(line, longest_line);
  if (all > output_lines) lines.push_back(fmt::format("({} more lines)", all - output_lines));
  return lines;
}

/// What there is to say of an exercise below the table; empty for nothing.
std::string section(const ExerciseResult& exercise, const PageExtras& beside) {
  const bool untouched = exercise.verdict == Verdict::not_started && exercise.cases.empty();
  std::vector<std::string> account;
  for (const AccountLine& line : account_of(exercise)) account.push_back(line.text);
  if (untouched || (account.empty() && exercise.student_output.empty())) return "";
  const std::string title = exercise.title.empty() ? "" : ": " + markdown_text(exercise.title);
  std::string text = fmt::format("### {}{} ({})\n\n", markdown_text(short_name(exercise)), title,
                                 marked_state(exercise));
  if (exercise.verdict != Verdict::passed && !exercise.file.empty()) {
    text += markdown_text(file_and_line(exercise)) + "\n\n";
  }
  text += paragraphs(account) + excerpt(exercise.place, beside.text);
  std::vector<std::string> failed;
  for (const CaseResult& one : exercise.cases)
    if (one.verdict != Verdict::passed) failed.push_back(one.name);
  if (failed.size() > 1)
    text += markdown_text("cases that did not pass: " + names_text(failed, most_cases)) + "\n\n";
  if (exercise.verdict == Verdict::internal_error)
    text += "The grader failed, not you: nothing is counted against you.\n\n";
  const std::vector<std::string> printed = first_output(exercise);
  if (!printed.empty()) text += "It printed:\n\n" + code_block(printed);
  return text + hints(beside);
}

/// The verdicts of all exercises, or why there are none.
std::string overview(const Report& report) {
  if (!report.error.empty()) {
    return "## softmark: nothing could be graded\n\nBy the grader's own fault:\n\n" +
           paragraphs({printable(report.error)});
  }
  std::string text = fmt::format("## softmark {}: {}\n\n", SOFTMARK_VERSION, summary_line(report));
  if (!report.exercises.empty()) {
    text += "| exercise | verdict | cases passed | score |\n|---|---|---|---|\n";
    for (const ExerciseResult& exercise : report.exercises) text += row(exercise);
    text += "\n";
  }
  return text + paragraphs({report.late});
}

/// What to go on with, the first exercise that did not pass; then what the verdicts rest on.
std::string ending(const Report& report) {
  if (!report.error.empty()) return "";
  const auto next = std::ranges::find_if(report.exercises, [](const ExerciseResult& one) {
    return one.verdict != Verdict::passed && one.verdict != Verdict::skipped &&
           one.verdict != Verdict::internal_error;
  });
  std::string text;
  if (next != report.exercises.end()) {
    text = fmt::format(
        "Go on with {}: ./grade hint {:02} gives one more hint, {} {:02} grades it again.\n\n",
        markdown_text(short_name(*next)), next->number,
        markdown_text(report.again.empty() ? "./grade run" : report.again), next->number);
  }
  if (report.seed) text += fmt::format("Seed of the fresh cases: {}\n\n", *report.seed);
  return text;
}

Html drawings(const ExerciseResult& exercise, const PageExtras& beside) {
  if (!beside.picture) return {};
  return html("<p>Case {}, drawn:</p>\n", printable_name(beside.case_name)) +
         html_of_markdown(paragraphs(beside.picture->remarks)) +
         html_drawings(*beside.picture, 4, fmt::format("e{}-picture", exercise.number));
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
  std::string text = overview(report);
  for (const ExerciseResult& exercise : report.exercises) text += section(exercise, {});
  text += ending(report);
  text.pop_back();  // one line end is enough
  return without_orders(text);
}

std::string html_report(const Report& report, const AllPageExtras& all) {
  const std::string& who = report.who.empty() ? report.submission : report.who;
  const std::string title = who.empty()        ? "Feedback"
                            : who == own_stubs ? "Your exercises"
                                               : "Feedback for " + printable_name(who);
  Html body = html_of_markdown(overview(report));
  for (const ExerciseResult& exercise : report.exercises) {
    const auto found = all.find(exercise.number);
    const PageExtras beside = found == all.end() ? PageExtras{} : found->second;
    body += html_of_markdown(section(exercise, beside)) + drawings(exercise, beside);
  }
  return html_page(title, body + html_of_markdown(ending(report)));
}

}  // namespace grader
