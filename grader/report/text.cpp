#include "report/writers.hpp"

#include "core/escape.hpp"
#include "core/text.hpp"
#include "report/account.hpp"
#include "version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

constexpr std::size_t indent = 10;

/// Collects lines. Styles are escape sequences, and empty where no colour is wanted.
class Page {
 public:
  explicit Page(TextLook look) : look_(look) {}

  std::size_t width() const { return look_.width; }
  std::size_t output_lines() const { return look_.output_lines; }

  std::string green(std::string_view text) const { return style("32", text); }
  std::string red(std::string_view text) const { return style("31", text); }
  std::string yellow(std::string_view text) const { return style("33", text); }
  std::string bold(std::string_view text) const { return style("1", text); }
  std::string dim(std::string_view text) const { return style("2", text); }

  void line(std::string_view text = "") {
    text_ += text;
    text_ += '\n';
  }

  /// Wrapped and indented.
  void paragraph(std::string_view text) {
    for (const std::string& part : wrap(text, width() - indent))
      line(std::string(indent, ' ') + part);
  }

  std::string take() { return std::move(text_); }

 private:
  std::string style(std::string_view code, std::string_view text) const {
    if (look_.colour == Colour::no) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

  TextLook look_;
  std::string text_;
};

std::string mark(const Page& page, Verdict verdict) {
  if (verdict == Verdict::passed) return page.green("PASS");
  if (verdict == Verdict::not_started) return page.yellow("TODO");
  if (verdict == Verdict::skipped) return page.yellow("SKIP");
  return page.red(verdict == Verdict::internal_error ? "ERR " : "FAIL");
}

std::string cases_text(const ExerciseResult& exercise) {
  if (exercise.cases.empty()) return "";
  const auto passed =
      std::count_if(exercise.cases.begin(), exercise.cases.end(),
                    [](const CaseResult& one) { return one.verdict == Verdict::passed; });
  return fmt::format("{} of {} cases", passed, exercise.cases.size());
}

void write_output(Page& page, const std::string& output) {
  if (output.empty()) return;
  const std::vector<std::string> lines = split_lines(output);
  for (std::size_t i = 0; i < lines.size() && i < page.output_lines(); ++i) {
    page.line(page.dim(fmt::format("{:>{}}student| {}", "", indent, cut(lines[i], 400))));
  }
  if (lines.size() > page.output_lines()) {
    page.paragraph(
        fmt::format("({} more lines in --format json)", lines.size() - page.output_lines()));
  }
}

/// Paragraphs, and lines of code, which start with a space and keep their columns.
void write_details(Page& page, const std::vector<std::string>& details) {
  const auto is_code = [](const std::string& line) { return line.starts_with(' '); };
  for (auto line = details.begin(); line != details.end();) {
    const auto end = std::find_if_not(line, details.end(), is_code);
    for (const std::string& code : cut_around_caret({line, end}, page.width() - indent))
      page.line(std::string(indent, ' ') + code);
    line = end;
    if (line != details.end()) page.paragraph(*line++);
  }
}

void write_warnings(Page& page, const ExerciseResult& exercise) {
  if (!exercise.warnings.empty()) page.paragraph(who_warns(exercise) + ":");
  write_details(page, exercise.warnings);
}

void write_exercise(Page& page, const ExerciseResult& exercise) {
  const std::string title = fmt::format("{:02} {}", exercise.number, exercise.name);
  const double seconds = exercise.compile_seconds + exercise.run_seconds;
  std::string right = exercise.verdict == Verdict::passed || exercise.cases.empty()
                          ? ""
                          : state_of(exercise) + "  ";
  right += exercise.cases.empty() ? state_of(exercise) : cases_text(exercise);
  if (seconds > 0) right += fmt::format("  {:5.2f} s", seconds);
  const std::size_t width = page.width();
  const std::size_t gap = width - 8 - std::min<std::size_t>(title.size() + right.size(), width - 9);
  page.line(fmt::format("  {}  {}{:{}}{}", mark(page, exercise.verdict), page.bold(title), "", gap,
                        right));
  const bool warned_first = exercise.warnings_say_why();
  if (exercise.verdict == Verdict::passed || exercise.verdict == Verdict::not_started) {
    if (exercise.verdict == Verdict::not_started && !exercise.cases.empty()) {
      page.paragraph(exercise.finding);
      write_details(page, exercise.details);
    }
    for (const std::string& note : exercise.notes) page.paragraph("note: " + note);
  } else {
    if (warned_first) write_warnings(page, exercise);
    page.paragraph(exercise.message());
    for (const std::string& another : exercise.further) page.paragraph(another);
    if (!exercise.explanation.empty()) page.paragraph(exercise.finding);
    write_details(page, exercise.details);
  }
  if (exercise.prepare_seconds >= 1) {
    page.paragraph(fmt::format("preparing the exercise took {:.1f} s more, the first time",
                               exercise.prepare_seconds));
  }
  if (!warned_first) write_warnings(page, exercise);
  write_output(page, exercise.student_output);
}

ExerciseResult made_printable(ExerciseResult exercise) {
  const auto clean = [](std::string& text) { text = printable(text); };
  clean(exercise.finding);
  clean(exercise.explanation);
  clean(exercise.student_output);
  for (auto* lines : {&exercise.further, &exercise.notes, &exercise.details, &exercise.warnings})
    std::ranges::for_each(*lines, clean);
  for (CaseResult& one : exercise.cases) clean(one.name);
  return exercise;
}

/// The next thing to do about a file that did not pass.
std::string mend_line(const Report& report, const ExerciseResult& next) {
  if (report.own && next.verdict == Verdict::missing_file) {
    return fmt::format("next: {} reset {:02}   puts the stub there again",
                       printable_name(report.front), next.number);
  }
  if (!report.packed) return fmt::format("next: edit {}", printable_name(next.file));
  return fmt::format("next: edit {}.cpp, and pack {} anew", next.name,
                     printable_name(report.submission));
}

void write_next(Page& page, const Report& report) {
  const auto next =
      std::find_if(report.exercises.begin(), report.exercises.end(), [](const ExerciseResult& one) {
        return one.verdict != Verdict::passed && one.verdict != Verdict::skipped;
      });
  if (next == report.exercises.end()) return;
  const std::string number = fmt::format("{:02}", next->number);
  const std::string front = printable_name(report.front);
  const std::string_view again = report.again;
  const bool by_front = again.starts_with("./grade ");
  if (next->verdict == Verdict::internal_error) {
    page.line(fmt::format("next: {} doctor   what works on this machine", front));
  } else if (next->verdict == Verdict::not_started && next->cases.empty()) {
    page.line(
        fmt::format("next: {} show {}   the statement of \"{}\"", front, number, next->title));
    page.line("      " + mend_line(report, *next).substr(6));
  } else {
    page.line(mend_line(report, *next));
    page.line(fmt::format("      {} hint {}   when stuck", front, number));
  }
  page.line(fmt::format("      {} {}",
                        by_front ? front + printable_name(again.substr(7)) : printable_name(again),
                        number));
}

}  // namespace

std::string text_exercise(const ExerciseResult& result, const TextLook& look) {
  Page page(look);
  write_exercise(page, made_printable(result));
  return without_orders(page.take());
}

std::string text_report(const Report& report, Colour colour) {
  Page page({.colour = colour});
  std::string head = fmt::format("softmark {}   isolation: {}", SOFTMARK_VERSION, report.isolation);
  if (report.seed) head += fmt::format("   seed: {}", *report.seed);
  page.line(page.dim(head));
  page.line();
  if (!report.error.empty()) {
    page.line(
        fmt::format("  {}  nothing could be graded, by the grader's own fault", page.red("ERR ")));
    page.paragraph(printable(report.error));
    return without_orders(page.take());
  }
  for (const ExerciseResult& exercise : report.exercises)
    write_exercise(page, made_printable(exercise));
  page.line();
  const auto passed =
      std::count_if(report.exercises.begin(), report.exercises.end(),
                    [](const ExerciseResult& one) { return one.verdict == Verdict::passed; });
  page.line(fmt::format("{} of {} passed   score {} of {}", passed,
                        count_text(report.exercises.size(), "exercise"), score_text(report.score()),
                        score_text(report.max_score())));
  write_next(page, report);
  for (const std::string& line : report.last_lines) page.line(printable(line));
  return without_orders(page.take());
}

}  // namespace grader
