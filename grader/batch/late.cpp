#include "batch/late.hpp"

#include "batch/class_list.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "batch/exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace grader {
namespace {

constexpr std::int64_t minute = 60;

std::optional<double> positive_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value > 0 && value < 1e9 ? std::optional(value) : std::nullopt;
}

/// `amount` in units, rounded up.
std::int64_t begun(std::int64_t amount, std::int64_t unit) { return (amount + unit - 1) / unit; }

/// What stands in a cell, which may have quotes.
std::string_view unquoted(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    cell = cell.substr(1, cell.size() - 2);
  return cell;
}

/// Whether a cell may be meant as a time.
bool begins_with_digit(std::string_view cell) {
  const std::string_view text = unquoted(cell);
  return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

}  // namespace

Due due_in(const std::string& time, const std::string& per_day) {
  Due due;
  const std::optional<ZonedMoment> zoned = zoned_moment_in(time);
  if (!zoned) {
    throw InputError(fmt::format("--due {}: expected a time", printable_name(time)),
                     "--due 2026-11-20T18:00:00+01:00");
  }
  due.time = zoned->moment;
  due.zone = zoned->zone;
  if (per_day.empty()) return due;
  due.is_share = per_day.ends_with('%');
  const auto number =
      positive_number(std::string_view(per_day).substr(0, per_day.size() - (due.is_share ? 1 : 0)));
  if (!number || (due.is_share && *number > 100)) {
    throw InputError(fmt::format("--late-per-day {}: expected points, or a share of all points",
                                 printable_name(per_day)),
                     "--late-per-day 0.5, or --late-per-day 10%");
  }
  due.per_day = due.is_share ? *number / 100 : *number;
  due.per_day_text = per_day;
  return due;
}

Late lateness(const Due& due, const std::optional<Moment>& handed_in, bool said) {
  if (!handed_in) return {std::nullopt, said};
  return {begun(std::max<Moment>(*handed_in - due.time, 0), minute), false,
          days_begun(due.time, *handed_in, due.zone)};
}

double taken_off(const Due& due, const Late& late, double score, double most) {
  return std::min(score, static_cast<double>(late.days) * due.per_day * (due.is_share ? most : 1));
}

std::map<std::string, Moment> times_in(std::string_view table, const std::string& file,
                                       const std::function<bool(const std::string&)>& is_id) {
  std::map<std::string, Moment> times;
  if (table.starts_with("\xef\xbb\xbf")) table.remove_prefix(3);  // a byte order mark
  std::size_t number = 0;
  for (const std::string& text : split_lines(table)) {
    ++number;
    if (trimmed(text).empty()) continue;
    std::optional<TableLine> line = first_cell(trimmed(text));
    if (line) line->cell = composed(line->cell);
    const std::optional<Moment> moment = line ? moment_in(unquoted(line->rest)) : std::nullopt;
    const bool head = number == 1 && line && !is_id(line->cell) && !begins_with_digit(line->rest);
    if (moment) {
      times[line->cell] = *moment;
    } else if (!head) {
      throw InputError(fmt::format("{}:{}: expected ID,TIME, found {}", file, number,
                                   printable_name(cut(text, 100))),
                       "a line such as anna,2026-11-20T18:00:00+01:00");
    }
  }
  return times;
}

}  // namespace grader
