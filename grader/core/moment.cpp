#include "core/moment.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <regex>

namespace grader {
namespace {

constexpr std::size_t longest = 100;  // std::regex goes as deep as a text is long

/// Whether the calendar has this day: 30 February becomes another one.
bool has_day(std::tm time) {
  const int month = time.tm_mon, day = time.tm_mday;
  timegm(&time);
  return time.tm_mon == month && time.tm_mday == day;
}

/// Date and time of day in a zone.
std::tm calendar(Moment moment, Zone zone) {
  const std::time_t seconds = moment + zone.value_or(0);
  std::tm time{};
  if (!zone) {
    localtime_r(&seconds, &time);
  } else {
    gmtime_r(&seconds, &time);
    time.tm_gmtoff = *zone;
  }
  return time;
}

}  // namespace

std::optional<ZonedMoment> zoned_moment_in(std::string_view given) {
  static const std::regex form(
      "(19\\d\\d|[2-9]\\d{3})-(\\d\\d)-(\\d\\d)[T ]([01]\\d|2[0-3]):([0-5]\\d)"
      "(?::([0-5]\\d|60)(?:\\.\\d*)?)? *(Z|UTC|([+-])(0\\d|1[0-8]):?([0-5]\\d))?");
  const std::string text(trimmed(given));
  std::smatch found;
  if (text.size() > longest || !std::regex_match(text, found, form)) return std::nullopt;
  const auto number = [&](std::size_t i) { return found[i].matched ? std::stoi(found[i]) : 0; };
  std::tm time{};
  time.tm_year = number(1) - 1900, time.tm_mon = number(2) - 1, time.tm_mday = number(3);
  if (!has_day(time)) return std::nullopt;
  time.tm_hour = number(4), time.tm_min = number(5), time.tm_sec = number(6);
  if (!found[7].matched) {
    time.tm_isdst = -1;  // as it was or will be then
    return ZonedMoment{mktime(&time), std::nullopt};
  }
  const int east = (found[8] == "-" ? -60 : 60) * (60 * number(9) + number(10));
  return ZonedMoment{timegm(&time) - east, east};
}

std::optional<Moment> moment_in(std::string_view text) {
  const auto zoned = zoned_moment_in(text);
  return zoned ? std::optional(zoned->moment) : std::nullopt;
}

std::string moment_text(Moment moment, Zone zone) {
  const std::tm time = calendar(moment, zone);
  const std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", time.tm_year + 1900, time.tm_mon + 1,
                  time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec);
  const long minutes = std::abs(time.tm_gmtoff) / 60;
  if (minutes == 0) return text + "Z";
  return text +
         fmt::format("{}{:02}:{:02}", time.tm_gmtoff < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

std::int64_t days_begun(Moment from, Moment to, Zone zone) {
  if (to <= from) return 0;
  const std::tm first = calendar(from, zone), last = calendar(to, zone);
  // As if both were of UTC, whose days are all as long.
  const auto seconds = [](std::tm time) { return static_cast<std::int64_t>(timegm(&time)); };
  constexpr std::int64_t day = 24 * 60 * 60;
  // Where clocks were put back, it can be earlier by the clock.
  return std::max<std::int64_t>((seconds(last) - seconds(first) + day - 1) / day, 1);
}

}  // namespace grader
