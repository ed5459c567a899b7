#include "report/writers.hpp"

#include "core/text.hpp"
#include "version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace grader {
namespace {

constexpr std::size_t indent = 10;

/// Lines that stay together.
struct Part {
  Priority worth;
  std::vector<std::string> lines;
  std::size_t code = 0;  ///< how many lines of code end it
};

/// Collects lines. Styles are escape sequences, and empty where no colour is wanted.
class Page {
 public:
  explicit Page(const TextLook& look) : look_(look) {}

  const TextLook& look() const { return look_; }

  std::string green(std::string_view text) const { return style("32", text); }
  std::string red(std::string_view text) const { return style("31", text); }
  std::string yellow(std::string_view text) const { return style("33", text); }
  std::string bold(std::string_view text) const { return style("1", text); }
  std::string dim(std::string_view text) const { return style("2", text); }

  void line(std::string_view text = "") {
    text_ += text;
    text_ += '\n';
  }

  void lines(const std::vector<std::string>& lines) {
    for (const std::string& one : lines) line(one);
  }

  /// Wrapped and indented. Words longer than two lines, which no path is, are broken.
  std::vector<std::string> paragraph(std::string_view text) const {
    const std::size_t width = look_.width - indent;
    std::vector<std::string> lines;
    for (std::string rest : wrap(printable(text), width)) {
      while (rest.size() > 2 * width) {
        lines.push_back(std::string(indent, ' ') + cut(rest, width));
        rest.erase(0, lines.back().size() - indent);
      }
      lines.push_back(std::string(indent, ' ') + rest);
    }
    return lines;
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

/// How near a program comes to each limit of its costs.
std::vector<std::string> cost_lines(const std::vector<Counted>& costs) {
  std::vector<std::string> lines{"counted:"};
  for (auto one = costs.begin(); one != costs.end(); ++one) {
    const bool stricter_follows = std::any_of(one + 1, costs.end(), [&](const Counted& other) {
      return other.cost == one->cost && other.at_most < one->at_most;
    });
    if (!stricter_follows)
      lines.push_back(fmt::format("  {}: {:.3g}, at most {:.4g}", measure_of(one->cost),
                                  one->ratio(), one->at_most));
  }
  return lines;
}

/// All that is said of an exercise below its verdict, in the order of reading: the cause, what
/// shows it, then the rest. Lines of code keep their columns, and belong to the words above them.
std::vector<Part> parts_of(const Page& page, const ExerciseResult& exercise) {
  std::vector<AccountLine> account = account_of(exercise);
  if (!exercise.costs.empty() && exercise.verdict == Verdict::passed &&
      page.look().most_lines == 0) {
    for (const std::string& line : cost_lines(exercise.costs))
      account.push_back({Priority::note, line});
  }
  std::vector<Part> parts;
  for (auto line = account.begin(); line != account.end();) {
    if (parts.empty() || !(line->is_code() || line->joined)) parts.push_back({line->worth, {}});
    Part& part = parts.back();
    if (!line->is_code()) {
      std::ranges::move(page.paragraph(line++->text), std::back_inserter(part.lines));
      continue;
    }
    std::vector<std::string> code;
    for (; line != account.end() && line->is_code(); ++line) code.push_back(line->text);
    part.code = code.size();
    for (const std::string& shown : cut_around_caret(code, page.look().width - indent))
      part.lines.push_back(std::string(indent, ' ') + shown);
  }
  constexpr std::size_t few = 3;
  const std::string margin = fmt::format("{:>{}}student| ", "", indent);
  const std::size_t longest = page.look().most_lines > 0 ? page.look().width - margin.size() : 400;
  std::size_t number = 0;
  for (const std::string& line : split_lines(printable(exercise.student_output))) {
    // Those that never find room stay together: there may be thousands.
    if (number <= page.look().most_lines)
      parts.push_back({number < few ? Priority::output : Priority::more_output, {}});
    parts.back().lines.push_back(page.dim(margin + cut(line, longest)));
    ++number;
  }
  return parts;
}

/// Leaves out what is worth least, from the end, until `most` lines are left with the one that will
/// say how many are not. Of a cause that is too long, words are left out, not the code below them.
/// Returns how many lines were.
std::size_t shorten(std::vector<Part>& parts, std::size_t most) {
  std::size_t count = 0, left_out = 0;
  for (const Part& part : parts) count += part.lines.size();
  while (!parts.empty() && count + (left_out > 0 ? 1 : 0) > most) {
    const auto least =
        std::prev(std::ranges::max_element(parts.rbegin(), parts.rend(), {}, &Part::worth).base());
    std::size_t fewer = least->lines.size();
    if (least->worth == Priority::cause) {
      Part& longest =
          *std::ranges::max_element(parts, {}, [](const Part& part) { return part.lines.size(); });
      if (longest.lines.size() == longest.code) --longest.code;
      longest.lines.erase(longest.lines.end() - 1 - static_cast<std::ptrdiff_t>(longest.code));
      fewer = 1;
    } else {
      parts.erase(least);
    }
    count -= fewer;
    left_out += fewer;
  }
  return left_out;
}

void write_exercise(Page& page, const ExerciseResult& exercise) {
  const TextLook& look = page.look();
  const std::string title = short_name(exercise);
  const double seconds = exercise.compile_seconds + exercise.run_seconds;
  std::string right = exercise.verdict == Verdict::passed || exercise.cases.empty()
                          ? ""
                          : state_of(exercise) + "  ";
  right += exercise.cases.empty() ? state_of(exercise) : cases_passed(exercise) + " cases";
  if (seconds > 0) right += fmt::format("  {:5.2f} s", seconds);
  const std::size_t width = look.width;
  const std::size_t gap = width - 8 - std::min<std::size_t>(title.size() + right.size(), width - 9);
  page.line(fmt::format("  {}  {}{:{}}{}", mark(page, exercise.verdict), page.bold(title), "", gap,
                        right));
  std::vector<Part> parts = parts_of(page, exercise);
  const std::size_t left_out = look.most_lines > 0 ? shorten(parts, look.most_lines - 1) : 0;
  for (const Part& part : parts) page.lines(part.lines);
  if (left_out == 0) return;
  page.line(std::string(indent, ' ') +
            page.yellow(fmt::format("... {}: {} shows all ...", count_text(left_out, "more line"),
                                    look.shows_all)));
}

/// What to do about a file that did not pass.
std::string mend_line(const Report& report, const ExerciseResult& next) {
  if (report.own && next.verdict == Verdict::missing_file)
    return fmt::format("./grade reset {:02}   puts the stub there again", next.number);
  if (!report.packed) return "edit " + file_and_line(next);
  return fmt::format("edit {}.cpp, and pack {} anew", next.name, printable_name(report.submission));
}

void write_next(Page& page, const Report& report) {
  const auto next = std::ranges::find_if(report.exercises, [](const ExerciseResult& one) {
    return one.verdict != Verdict::passed && one.verdict != Verdict::skipped;
  });
  if (next == report.exercises.end()) return;
  const std::string number = fmt::format("{:02}", next->number);
  std::vector<std::string> steps{mend_line(report, *next),
                                 "./grade hint " + number + "   when stuck"};
  if (next->verdict == Verdict::internal_error)
    steps = {"./grade doctor   what works on this machine"};
  else if (next->verdict == Verdict::not_started && next->cases.empty())
    steps = {fmt::format("./grade show {}   the statement of \"{}\"", number, next->title),
             steps[0]};
  steps.push_back(printable_name(report.again) + " " + number);
  page.line(fmt::format("next: {}", fmt::join(steps, "\n      ")));
}

// What follows writes lines as compilers do, so that editors jump to the place.

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

std::string text_exercise(const ExerciseResult& result, const TextLook& look) {
  Page page(look);
  write_exercise(page, result);
  return without_orders(page.take());
}

std::string text_report(const Report& report, Colour colour, std::size_t width) {
  TextLook look{.colour = colour, .width = width};
  if (report.verbose) look.most_lines = 0;
  Page page(look);
  std::string head = fmt::format("softmark {}   isolation: {}", SOFTMARK_VERSION, report.isolation);
  if (report.seed) head += fmt::format("   seed: {}", *report.seed);
  page.line(page.dim(head));
  page.line();
  if (!report.error.empty()) {
    page.line(
        fmt::format("  {}  nothing could be graded, by the grader's own fault", page.red("ERR ")));
    page.lines(page.paragraph(report.error));
    return without_orders(page.take());
  }
  for (const ExerciseResult& exercise : report.exercises) write_exercise(page, exercise);
  page.line();
  page.line(summary_line(report, "   "));
  const auto passed =
      std::ranges::find(report.exercises, Verdict::passed, &ExerciseResult::verdict);
  if (report.own && !report.seed && passed != report.exercises.end())
    page.line(fmt::format("{} public cases; your instructor may grade on others",
                          report.exercises.size() == 1 ? cases_passed(*passed) : "PASS: all"));
  write_next(page, report);
  for (const std::string& line : report.last_lines) page.line(printable(line));
  return without_orders(page.take());
}

std::string gcc_report(const Report& report) {
  if (!report.error.empty()) return "grade: error: " + one_line(harmless(report.error)) + "\n";
  std::string text;
  for (const ExerciseResult& one : report.exercises) text += gcc_exercise(one);
  return text + summary_line(report) + "\n";
}

}  // namespace grader
