#include "batch/gradebook.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "report/writers.hpp"
#include "version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>

namespace grader {
namespace {

using json = nlohmann::ordered_json;

/// `text` with "\\x5c" for each backslash that looks as if it was put there: before a byte in
/// digits by printable_name, or before a sign by without_orders.
std::string without_escapes(const std::string& text) {
  static const std::regex escape(R"(\\(?=x[0-9a-f]{2}|[#:\-+~^]))");
  return std::regex_replace(text, escape, R"(\x5c)");
}

std::string points(double value) { return fmt::format("{:.10g}", value); }

/// A submission's points, and the most that it could have, of what could be graded.
struct Total {
  double score = 0;
  double most = 0;
  double off = 0;  ///< the points that are taken off for being late
  Late late;
  double left() const { return score - off; }
};

bool late_costs(const Gradebook& book) { return book.due && book.due->per_day > 0; }

Total total_of(const Gradebook& book, const GradebookRow& row) {
  Total total;
  for (std::size_t i = 0; i < row.marks.size(); ++i) {
    if (is_open(row.marks[i])) continue;
    total.score += row.marks[i].score;
    total.most += book.exercises[i].points;
  }
  total.late.said = row.said_late;
  if (!book.due) return total;
  const Due due = due_for(*book.due, row.due);
  total.late = lateness(due, row.handed_in, row.said_late);
  total.off = taken_off(due, total.late, total.score, total.most);
  return total;
}

/// A span of minutes: "9 h 10 min". Days would be taken for those that cost points.
std::string span_text(std::int64_t minutes) {
  if (minutes < 60) return fmt::format("{} min", minutes);
  const std::string hours = fmt::format("{} h", minutes / 60);
  return minutes % 60 == 0 ? hours : fmt::format("{} {} min", hours, minutes % 60);
}

json row_json(const Gradebook& book, const GradebookRow& row) {
  json marks = json::array();
  for (const Mark& mark : row.marks) {
    marks.push_back({{"verdict", name_of(mark.verdict)},
                     {"score", is_open(mark) ? json(nullptr) : json(mark.score)}});
    if (!mark.by_hand.empty()) marks.back()["by_hand"] = mark.by_hand;
  }
  const Total total = total_of(book, row);
  json one = {{"id", row.id},
              {"files", row.name.empty() ? json(nullptr) : json(row.name)},
              {"exercises", marks},
              {"score", total.score},
              {"max_score", total.most}};
  const auto is_late = total.late.is_late();
  one["late"] = is_late ? json(*is_late) : json(nullptr);
  if (book.due)
    one["late_minutes"] = total.late.minutes ? json(*total.late.minutes) : json(nullptr);
  if (late_costs(book)) {
    one["taken_off"] = total.off;
    one["final_score"] = total.left();
  }
  return one;
}

/// A number that is not negative.
std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value < 1e9 ? std::optional(value) : std::nullopt;
}

/// A number before a unit, which is cut off; 0 where there is none.
double number_before(std::string_view text, std::string_view unit) {
  if (!text.ends_with(unit)) return 0;
  return number_in(text.substr(0, text.size() - unit.size())).value_or(0);
}

using Heads = std::initializer_list<std::string_view>;

/// The columns below these heads; where none has one of them, those behind a column of ids.
std::vector<std::size_t> value_columns(const Table& table, std::initializer_list<Heads> heads) {
  std::vector<std::size_t> columns, in_order;
  for (const Heads& names : heads) {
    in_order.push_back(in_order.size() + 1);
    if (const auto column = table.column(names)) columns.push_back(*column);
  }
  return columns.size() == heads.size() ? columns : in_order;
}

/// Has `read` take the id and the values of each row; whether they are as in `form`. The first row
/// may be a head whose words nobody knows: it has no id and no digit.
template <class Read>
void read_rows(const Table& table, std::initializer_list<Heads> heads, const char* form,
               const char* example, const std::function<bool(const std::string&)>& is_id,
               const Read& read) {
  const std::vector<std::size_t> columns = value_columns(table, heads);
  const auto is_known = [&](const std::string& cell) { return is_id(composed(cell)); };
  const std::size_t ids =
      column_of_most(table, is_known).value_or(table.column({"id"}).value_or(0));
  for (const TableRow& row : table.rows) {
    const std::string id = composed(cell_of(row, ids));
    std::vector<std::string> values;
    for (const std::size_t column : columns) values.push_back(cell_of(row, column));
    const bool fits = !table.head.empty() || row.cells.size() == columns.size() + 1;
    if (!id.empty() && fits && read(id, values)) continue;
    const bool has_digit = row_text(table, row).find_first_of("0123456789") != std::string::npos;
    if (&row == &table.rows.front() && table.head.empty() && fits && !is_id(id) && !has_digit)
      continue;
    throw InputError(
        fmt::format("{}:{}: expected {}, found {}", table.file, row.line, form,
                    row_text(table, row)),
        fmt::format("a row such as {}; a comma, a semicolon or a tab divides cells", example));
  }
}

}  // namespace

std::string csv_cell(const std::string& given) {
  std::string text = without_orders(printable_name(without_escapes(given)));
  // What a spreadsheet takes for a formula: = + - @, also as wide characters. It hides the quote
  // before it; one that belongs to the text gets another.
  const auto starts = [&](std::string_view sign) { return text.starts_with(sign); };
  const auto signs = {"=", "+", "-", "@", "'", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  if (std::ranges::any_of(signs, starts)) text.insert(0, "'");
  // Some spreadsheets divide at semicolons.
  if (text.find_first_of(",;\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string gradebook_csv(const Gradebook& book) {
  using Cells = std::vector<std::string>;
  const std::string seed = book.seed ? std::to_string(*book.seed) : "";
  std::string text;
  const auto add_line = [&](Cells cells, Cells end) {
    if (!late_costs(book)) end.erase(end.begin() + 4, end.begin() + 6);
    if (!book.due) end.erase(end.begin() + 3);
    std::ranges::move(end, std::back_inserter(cells));
    text += fmt::format("{}\r\n", fmt::join(cells, ","));
  };
  Cells head = {"id"}, most = {"maximum"};
  double all = 0;
  for (const Exercise& exercise : book.exercises) {
    head.insert(head.end(), {exercise.folder, exercise.folder + " verdict"});
    most.insert(most.end(), {points(exercise.points), ""});
    all += exercise.points;
  }
  add_line(head,
           {"total", "percent", "late", "minutes late", "taken off", "final", "seed", "version"});
  add_line(most, {points(all), "100.00", "", "", "", points(all), seed, SOFTMARK_VERSION});
  for (const GradebookRow& row : book.rows) {
    Cells cells = {csv_cell(row.id)};
    for (const Mark& mark : row.marks) {
      cells.push_back(is_open(mark) ? "" : points(mark.score));
      const std::string by_hand = mark.by_hand.empty() ? "" : "; by hand: " + mark.by_hand;
      cells.push_back(csv_cell(std::string(name_of(mark.verdict)) + by_hand));
    }
    const Total total = total_of(book, row);
    const auto is_late = total.late.is_late();
    add_line(cells, {points(total.score),
                     total.most > 0 ? fmt::format("{:.2f}", 100 * total.score / total.most) : "",
                     !is_late   ? ""
                     : *is_late ? "yes"
                                : "no",
                     total.late.minutes ? std::to_string(*total.late.minutes) : "",
                     points(total.off), points(total.left()), seed, SOFTMARK_VERSION});
  }
  return text;
}

PlatformTable platform_csv(const Gradebook& book, const std::string& platform,
                           const std::string& title) {
  double all = 0;
  for (const Exercise& exercise : book.exercises) all += exercise.points;
  PlatformTable table;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    table.text += fmt::format("{}\r\n", fmt::join(cells, ","));
  };
  if (platform == moodle) {
    add_line({"Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"});
  } else {
    add_line({"Student", "ID", "SIS User ID", "SIS Login ID", "Section", csv_cell(title)});
    add_line({"    Points Possible", "", "", "", "", points(all)});
  }
  for (const GradebookRow& row : book.rows) {
    const auto open = [](const Mark& mark) { return is_open(mark); };
    if (!row.person || std::ranges::any_of(row.marks, open)) {
      table.left_out.push_back(row.id);
      continue;
    }
    const auto& [name, number, address] = *row.person;
    const std::string left = points(total_of(book, row).left());
    if (platform == moodle) {
      add_line({"Participant " + number, csv_cell(name), left, points(all), ""});
    } else {
      add_line({csv_cell(name), number, "", "", "", left});
    }
  }
  if (std::ranges::any_of(table.text, [](unsigned char c) { return c >= 0x80; }))
    table.text.insert(0, "\xef\xbb\xbf");
  return table;
}

std::string late_sentence(const Gradebook& book, const GradebookRow& row) {
  const Total total = total_of(book, row);
  const Late& late = total.late;
  if (late.said) return "It was handed in late, as the platform says. Nothing is taken off for it.";
  if (late.minutes.value_or(0) <= 0) return "";
  const Due due = due_for(*book.due, row.due);
  std::string text =
      fmt::format("It was due {} and handed in {}: {} late.", moment_text(due.time, due.zone),
                  moment_text(*row.handed_in, due.zone), span_text(*late.minutes));
  if (!late_costs(book)) return text;
  return text +
         fmt::format(" {} begun: {:.2f} of the {:.2f} points are taken off, {:.2f} are left.",
                     count_text(static_cast<std::size_t>(late.days), "day"), total.off, total.score,
                     total.left());
}

void write_gradebook_json(const Gradebook& book, std::ostream& stream) {
  json exercises = json::array();
  for (const Exercise& exercise : book.exercises) {
    exercises.push_back({{"number", exercise.number},
                         {"name", exercise.name},
                         {"title", exercise.title},
                         {"max_score", exercise.points}});
  }
  json head = {{"format_version", 1},
               {"tool", {{"name", "softmark"}, {"version", SOFTMARK_VERSION}}},
               {"seed", book.seed ? json(*book.seed) : json(nullptr)},
               {"exercises", exercises}};
  if (book.due) head["due"] = moment_text(book.due->time, book.due->zone);
  if (late_costs(book)) head["late_per_day"] = book.due->per_day_text;
  write_json_list(stream, head, "submissions", book.rows,
                  [&](const GradebookRow& row) { return row_json(book, row); });
}

Due due_in(const std::string& time, const std::string& per_day, const std::string& grace) {
  Due due;
  const std::optional<ZonedMoment> zoned = zoned_moment_in(time);
  if (!zoned) {
    throw InputError(fmt::format("--due {}: expected a time", printable_name(time)),
                     "--due 2026-11-20T18:00:00+01:00");
  }
  due.time = zoned->moment;
  due.zone = zoned->zone;
  const double minutes = number_before(grace, "m") + 60 * number_before(grace, "h");
  if (!grace.empty() && minutes == 0) {
    throw InputError(fmt::format("--grace {}: expected minutes or hours", printable_name(grace)),
                     "--grace 15m, or --grace 2h");
  }
  due.grace = std::llround(60 * minutes);
  due.is_share = per_day.ends_with('%');
  due.per_day = due.is_share ? number_before(per_day, "%") / 100 : number_before(per_day, "");
  due.per_day_text = per_day;
  if (per_day.empty() || (due.per_day > 0 && (!due.is_share || due.per_day <= 1))) return due;
  throw InputError(fmt::format("--late-per-day {}: expected points, or a share of all points",
                               printable_name(per_day)),
                   "--late-per-day 0.5, or --late-per-day 10%");
}

Due due_for(Due due, const std::optional<Moment>& own) {
  due.time = own.value_or(due.time);
  return due;
}

Late lateness(const Due& due, const std::optional<Moment>& handed_in, bool said) {
  if (!handed_in) return {std::nullopt, said};
  if (*handed_in <= due.time + due.grace) return {0};
  const std::int64_t minutes = (*handed_in - due.time + 59) / 60;  // also one that has only begun
  return {minutes, false, days_begun(due.time, *handed_in, due.zone)};
}

double taken_off(const Due& due, const Late& late, double score, double most) {
  return std::min(score, static_cast<double>(late.days) * due.per_day * (due.is_share ? most : 1));
}

std::map<std::string, Moment> times_in(const Table& table,
                                       const std::function<bool(const std::string&)>& is_id) {
  std::map<std::string, Moment> times;
  const Heads heads = {"time", "handed in", "due", "last modified (submission)", "submitted at"};
  read_rows(table, {heads}, "ID,TIME", "anna,2026-11-20T18:00:00+01:00 or anna,20.11.2026 18:00",
            is_id, [&](const std::string& id, const std::vector<std::string>& values) {
              const std::optional<Moment> moment = moment_in(values[0]);
              if (moment) times[id] = *moment;
              return moment || values[0] == "-";  // Moodle's, of who handed in nothing
            });
  return times;
}

std::vector<Override> overrides_in(const Table& table,
                                   const std::function<bool(const std::string&)>& is_id) {
  std::vector<Override> lines;
  read_rows(table, {{"exercise"}, {"points"}, {"reason"}}, "ID,EXERCISE,POINTS,REASON",
            "anna,02,1,\"right, but for a typing error\"", is_id,
            [&](const std::string& id, const std::vector<std::string>& values) {
              std::string points = values[1];
              if (std::ranges::count(points, ',') == 1) points[points.find(',')] = '.';
              const auto score = number_in(points);
              if (score && !values[2].empty()) lines.push_back({id, values[0], *score, values[2]});
              return score && !values[2].empty();
            });
  return lines;
}

Mark mark_of(Verdict verdict, double score, const Submitter& submitter, unsigned exercise) {
  const auto given = submitter.overrides.find(exercise);
  if (given == submitter.overrides.end()) return {verdict, score};
  return {verdict, given->second.points, given->second.reason};
}

}  // namespace grader
