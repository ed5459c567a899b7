// A report as a page that a student can be sent.

#include "core/text.hpp"
#include "report/picture.hpp"
#include "report/account.hpp"
#include "report/page.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

constexpr std::size_t most_output_lines = 40;
constexpr std::size_t longest_line = 400;       // of an excerpt, in bytes
constexpr const char* own_stubs = "exercises";  // the submission of who grades in the course

/// Whether there is more to tell than one line.
bool has_section(const ExerciseResult& one) {
  const bool nothing_came = one.verdict == Verdict::missing_file ||
                            one.verdict == Verdict::skipped ||
                            (one.verdict == Verdict::not_started && one.cases.empty());
  return !nothing_came || !one.notes.empty();
}

std::string heading_of(const ExerciseResult& one) {
  return fmt::format("{:02} {}", one.number, one.title.empty() ? one.name : one.title);
}

/// Any text in small letters; nothing for an empty one.
std::string html_small(std::string_view text) {
  return text.empty() ? "" : fmt::format("<small>{}</small>", markup(text));
}

std::string html_list(const char* tag, const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += fmt::format("<li>{}</li>\n", markup(item));
  return text.empty() ? "" : fmt::format("<{0}>\n{1}</{0}>\n", tag, text);
}

std::string overview_row(const ExerciseResult& one) {
  const std::string title = markup(heading_of(one));
  std::string row = "<tr><td>";
  row += has_section(one) ? fmt::format("<a href=\"#e{}\">{}</a>", one.number, title) : title;
  row += "</td><td>" + html_verdict(one.verdict, state_of(one));
  if (!has_section(one)) row += html_small(one.finding);
  return row + fmt::format("</td><td class=\"n\">{} of {}</td></tr>\n", score_text(one.score),
                           score_text(one.max_score));
}

std::string case_row(const CaseResult& one) {
  const std::string verdict = words_of_run(one.verdict);
  return fmt::format("<tr><td>{}</td><td class=\"t\">{}{}</td></tr>\n",
                     markup(printable_name(one.name)), html_verdict(one.verdict, verdict),
                     one.message == verdict ? "" : html_small(one.message));
}

/// All cases; those of an exercise that passed are folded away.
std::string cases_of(const ExerciseResult& one) {
  if (one.cases.empty()) return "";
  std::string rows;
  for (const CaseResult& each : one.cases) rows += case_row(each);
  return fmt::format("<details{}>\n<summary>{} {} passed</summary>\n{}</details>\n",
                     one.verdict == Verdict::passed ? "" : " open", cases_passed(one),
                     one.cases.size() == 1 ? "case" : "cases",
                     html_table({"case", "verdict, and what was seen"}, rows));
}

std::string output_of(const ExerciseResult& one) {
  const std::vector<std::string> lines = first_output(one, most_output_lines);
  if (lines.empty()) return "";
  return fmt::format("<h3>What the program printed</h3>\n<pre tabindex=\"0\">{}\n</pre>\n",
                     markup(fmt::format("{}", fmt::join(lines, "\n"))));
}

const std::string* marked_line(const ExerciseResult& result, const PageExtras& beside) {
  const std::size_t at = result.place->line - beside.excerpt_start;
  return at < beside.excerpt.size() ? &beside.excerpt[at] : nullptr;
}

/// White space as wide as the first bytes of a line: tabs stay, all else becomes spaces.
std::string indent_to(const std::string& line, std::size_t bytes) {
  std::string space;
  for (std::size_t i = 0; i < bytes && i < line.size(); ++i)
    if ((static_cast<unsigned char>(line[i]) & 0xc0) != 0x80) space += line[i] == '\t' ? '\t' : ' ';
  return space;
}

/// The excerpt with numbers of lines, the line of the place marked, and a caret below its column.
std::string html_excerpt(const ExerciseResult& result, const PageExtras& beside) {
  const Place place = *result.place;
  const unsigned last = beside.excerpt_start + static_cast<unsigned>(beside.excerpt.size()) - 1;
  const std::size_t width = std::to_string(last).size();
  std::string text = fmt::format(
      "<figure class=\"source\">\n<figcaption><code>{}</code></figcaption>\n<pre tabindex=\"0\">",
      markup(file_and_line(result)));
  unsigned number = beside.excerpt_start;
  for (const std::string& line : beside.excerpt) {
    const bool marked = number == place.line;
    const std::string whole =
        fmt::format("{} {:>{}}  {}", marked ? "&gt;" : " ", number, width, markup(line));
    text += marked ? "<b>" + whole + "</b>\n" : whole + "\n";
    if (marked && place.column > 0)
      text += fmt::format("  {:>{}}  {}^\n", "", width, indent_to(line, place.column - 1));
    ++number;
  }
  return text + "</pre>\n</figure>\n";
}

/// The details without the line that the excerpt marks, and the caret below it.
std::vector<std::string> without_excerpt(const ExerciseResult& result, const PageExtras& beside) {
  std::vector<std::string> left = detail_lines(result);
  const std::string* shown = marked_line(result, beside);
  for (std::size_t i = 0; shown != nullptr && i < left.size(); ++i) {
    if (!left[i].starts_with(' ') || trimmed(left[i]) != trimmed(*shown)) continue;
    const bool caret = i + 1 < left.size() && only_points(left[i + 1]);
    left.erase(left.begin() + static_cast<long>(i),
               left.begin() + static_cast<long>(i + (caret ? 2 : 1)));
    break;
  }
  return left;
}

/// What went wrong: the explanation, then what it rests on.
std::string html_failure(const ExerciseResult& one, const PageExtras& beside) {
  std::string text;
  if (!one.explanation.empty())
    text += fmt::format("<p><strong>{}</strong></p>\n", markup(one.explanation));
  text += html_paragraph(one.finding);
  if (one.first_wrong_step && !one.has(RemarkKind::first_wrong_step))
    text += html_paragraph("first wrong step: " + *one.first_wrong_step);
  text += beside.excerpt.empty()
              ? html_lines(detail_lines(one))
              : html_lines(without_excerpt(one, beside)) + html_excerpt(one, beside);
  if (one.verdict == Verdict::internal_error) {
    text += html_paragraph(
        "The grader failed, not you: this exercise was not graded, and nothing is counted against "
        "you.");
  }
  return text;
}

std::string step_words(StepVerdict verdict) {
  std::string words(name_of(verdict));
  std::ranges::replace(words, '_', ' ');
  const bool right = verdict == StepVerdict::right || verdict == StepVerdict::follows;
  return html_verdict(right                           ? Verdict::passed
                      : verdict == StepVerdict::wrong ? Verdict::wrong_value
                                                      : Verdict::skipped,
                      words);
}

/// A step, or successive turns of it that got the same verdict.
struct StepRow {
  const StepResult* first = nullptr;
  std::optional<std::size_t> last_turn;
};

std::vector<StepRow> rows_of(const std::vector<StepResult>& steps) {
  std::vector<StepRow> rows;
  for (const StepResult& step : steps) {
    const auto before = std::find_if(rows.rbegin(), rows.rend(), [&](const StepRow& row) {
      return row.first->name == step.name;
    });
    const bool goes_on = before != rows.rend() && step.turn && before->last_turn &&
                         *step.turn == *before->last_turn + 1 &&
                         before->first->verdict == step.verdict &&
                         before->first->case_name == step.case_name;
    if (goes_on) {
      before->last_turn = step.turn;
    } else {
      rows.push_back({&step, step.turn});
    }
  }
  return rows;
}

std::string step_row(const StepRow& row, const std::string& usual_case) {
  const StepResult& step = *row.first;
  std::string name = step.name;
  if (step.turn && step.turn == row.last_turn) name += fmt::format(", turn {}", *step.turn);
  if (step.turn && step.turn != row.last_turn)
    name += fmt::format(", turns {} to {}", *step.turn, *row.last_turn);
  if (step.case_name != usual_case)
    name += fmt::format(" (case {})", printable_name(step.case_name));
  return fmt::format("<tr><td>{}</td><td class=\"t\">{}{}</td></tr>\n", markup(name),
                     step_words(step.verdict), html_small(step.message));
}

/// What each step is: right, following from earlier ones, or wrong.
std::string steps_of(const ExerciseResult& one) {
  if (one.steps.empty()) return "";
  const std::string& usual_case = one.steps.front().case_name;
  std::string rows;
  for (const StepRow& row : rows_of(one.steps)) rows += step_row(row, usual_case);
  return fmt::format("<details open>\n<summary>Each step of case {}</summary>\n{}</details>\n",
                     markup(printable_name(usual_case)),
                     html_table({"step", "verdict, given the steps before it"}, rows));
}

std::string hints_of(const PageExtras& beside) {
  if (beside.hints.empty()) return "";
  return fmt::format("<h3>Hints that you took: {} of {}</h3>\n", beside.hints.size(),
                     beside.hints_in_all) +
         html_list("ol", beside.hints);
}

/// Of a program that costs too much, what exceeds the reference, over the size.
std::string costs_of(const ExerciseResult& one) {
  if (!one.costs || one.verdict != Verdict::too_costly) return "";
  Picture picture;
  for (const auto& [cost, program, reference] : one.costs->costs) {
    const double most = std::ranges::max(program);
    if (most <= std::ranges::max(reference)) continue;
    picture.charts.push_back({std::string(name_of(cost)),
                              "size",
                              {{caption_yours, program}, {"enough", reference}},
                              {0, most},
                              {fmt::format("{}", fmt::join(one.costs->sizes, "; "))}});
  }
  if (picture.charts.empty()) return "";
  return "<h3>What was counted</h3>\n" +
         html_drawings(picture, 4, fmt::format("e{}-costs", one.number));
}

std::string picture_of(const ExerciseResult& one, const PageExtras& beside) {
  if (!beside.picture) return "";
  return fmt::format("<h3>Case {}, drawn</h3>\n", markup(printable_name(beside.case_name))) +
         html_lines(beside.picture->remarks) +
         html_drawings(*beside.picture, 4, fmt::format("e{}-picture", one.number));
}

std::string warnings_of(const ExerciseResult& one) {
  if (one.warnings.empty()) return "";
  const bool passed = one.verdict == Verdict::passed;
  return fmt::format("<h3>{}</h3>\n", passed ? "Sanitizers warn" : "The compiler warns") +
         html_lines(one.warnings);
}

std::string section_of(const ExerciseResult& one, const PageExtras& beside) {
  std::string text = fmt::format("<section>\n<h2 id=\"e{}\">{}</h2>\n<p>{} &nbsp; ", one.number,
                                 markup(heading_of(one)), html_verdict(one.verdict, state_of(one)));
  text += fmt::format("score {} of {}</p>\n", score_text(one.score), score_text(one.max_score));
  if (one.warnings_say_why()) text += warnings_of(one);
  if (one.verdict != Verdict::passed) text += html_failure(one, beside);
  text += html_list("ul", one.notes);
  if (!one.warnings_say_why()) text += warnings_of(one);
  return text + steps_of(one) + costs_of(one) + picture_of(one, beside) + output_of(one) +
         cases_of(one) + hints_of(beside) + "</section>\n";
}

/// What to do next: the first exercise that did not pass.
std::string next_of(const Report& report) {
  const auto next = std::ranges::find_if(report.exercises, [](const ExerciseResult& one) {
    return one.verdict != Verdict::passed && one.verdict != Verdict::skipped &&
           one.verdict != Verdict::internal_error;
  });
  std::string text = "<h2>What to do next</h2>\n";
  if (next == report.exercises.end()) return text + html_paragraph("Nothing is left to fix.");
  const std::string again = report.again.empty() ? "./grade run" : report.again;
  const std::string file = next->file.empty() ? next->name + ".cpp" : next->file;
  text += fmt::format("<p>Go on with {} in <code>{}</code>:</p>\n", markup(heading_of(*next)),
                      markup(printable_name(file)));
  text += fmt::format(
      "<ul>\n<li><code>./grade show {0:02}</code> reads the statement</li>\n"
      "<li><code>./grade hint {0:02}</code> gives one more hint</li>\n"
      "<li><code>{1} {0:02}</code> grades it again</li>\n</ul>\n",
      next->number, markup(printable_name(again)));
  return text;
}

/// The table of all exercises, a section for each that has more to say, and what comes next.
std::string exercises_of(const Report& report, const AllPageExtras& all) {
  std::string rows, sections;
  for (const ExerciseResult& one : report.exercises) {
    rows += overview_row(one);
    const auto beside = all.find(one.number);
    if (has_section(one))
      sections += section_of(one, beside == all.end() ? PageExtras{} : beside->second);
  }
  return html_paragraph(summary_line(report) + ".") + html_paragraph(report.late) +
         html_table({"exercise", "verdict", "#score"}, rows) + sections + next_of(report);
}

/// What the verdicts rest on.
std::string basis_of(const Report& report) {
  std::vector<std::string> basis;
  if (!report.reproducible) basis.push_back("isolation: " + report.isolation);
  if (report.seed) basis.push_back(fmt::format("seed of the fresh cases: {}", *report.seed));
  if (basis.empty()) return "";
  return fmt::format("<p>{}</p>\n", html_small(fmt::format("{}", fmt::join(basis, ", "))));
}

}  // namespace

std::vector<std::string> lines_between(std::string_view text, unsigned first, unsigned last) {
  std::vector<std::string> lines;
  unsigned number = 1;
  for (std::size_t start = 0; start <= text.size() && number <= last; ++number) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string line(text.substr(start, std::min(end - start, longest_line)));
    if (line.ends_with('\r')) line.pop_back();
    if (number >= first) lines.push_back(printable(line));
    start = end + 1;
  }
  return lines;
}

std::string html_report(const Report& report, const AllPageExtras& beside) {
  const std::string title =
      report.submission.empty() ? std::string("Feedback")
      : report.submission == own_stubs
          ? "Your exercises"
          : "Feedback for " + printable_name(report.who.empty() ? report.submission : report.who);
  std::string body = fmt::format("<h1>{}</h1>\n", markup(title));
  if (report.error.empty()) {
    body += exercises_of(report, beside);
  } else {
    body += html_paragraph("Nothing could be graded, by the grader's own fault:") +
            html_paragraph(report.error);
  }
  const bool drawn =
      std::ranges::any_of(beside, [](const auto& one) { return one.second.picture.has_value(); }) ||
      std::ranges::any_of(report.exercises,
                          [](const ExerciseResult& one) { return one.costs.has_value(); });
  return html_page(title, body + basis_of(report), drawn ? html_drawings_style() : "");
}

std::string html_picture(const Picture& picture) {
  const std::string title = picture.title + ": " + picture.verdict;
  return html_page(title,
                   fmt::format("<h1>{}</h1>\n", markup(title)) + html_lines(picture.remarks) +
                       html_drawings(picture, 2, "picture"),
                   html_drawings_style());
}

}  // namespace grader
