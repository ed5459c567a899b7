#include "core/moment.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <regex.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>

namespace grader {
namespace {

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

namespace {

/// "2026-11-20 18:00" for "20.11.2026 18:00", as German spreadsheets write it, and for "Friday,
/// 20 November 2026, 6:00 PM", as Moodle does; else the text itself.
std::string in_iso_order(const std::string& text) {
  int day = 0, year = 0, hour = 0, minute = 0, second = 0, month = 0, end = 0;
  char name[10] = "", half = 0;
  const auto is_whole = [&] { return end > 0 && text.c_str()[end] == '\0'; };
  bool found = false;
  for (const char* form : {"%2d.%2d.%4d %2d:%2d%n:%2d%n", "%2d.%2d.%4d, %2d:%2d%n:%2d%n"}) {
    end = 0;
    std::sscanf(text.c_str(), form, &day, &month, &year, &hour, &minute, &end, &second, &end);
    found = found || is_whole();
    if (found) break;
  }
  if (!found) {
    end = 0;
    std::sscanf(text.c_str(), "%*[A-Za-z], %2d %9[A-Za-z] %4d, %2d:%2d %c%*[M]%n", &day, name,
                &year, &hour, &minute, &half, &end);
    const std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const std::size_t place = months.find(std::string_view(name).substr(0, 3));
    found = is_whole() && (half == 'A' || half == 'P') && hour >= 1 && hour <= 12 &&
            std::string_view(name).size() >= 3 && place != months.npos && place % 3 == 0;
    month = static_cast<int>(place / 3) + 1;
    hour = hour % 12 + (half == 'P' ? 12 : 0);
  }
  if (!found) return text;
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", year, month, day, hour, minute, second);
}

}  // namespace

std::optional<ZonedMoment> zoned_moment_in(std::string_view given) {
  // Of POSIX: std::regex takes long to compile.
  static const regex_t form = [] {
    regex_t compiled;
    regcomp(&compiled,
            "^(19[0-9]{2}|[2-9][0-9]{3})-([0-9]{2})-([0-9]{2})[T ]([01][0-9]|2[0-3]):([0-5][0-9])"
            "(:([0-5][0-9]|60)(\\.[0-9]*)?)? *(Z|UTC|([+-])(0[0-9]|1[0-8]):?([0-5][0-9]))?$",
            REG_EXTENDED);
    return compiled;
  }();
  const std::string text = in_iso_order(std::string(trimmed(given)));
  regmatch_t found[13];
  if (text.find('\0') != text.npos || regexec(&form, text.c_str(), std::size(found), found, 0) != 0)
    return std::nullopt;
  const auto number = [&](std::size_t i) {
    return found[i].rm_so < 0 ? 0 : std::stoi(text.substr(found[i].rm_so, 2));
  };
  std::tm time{};
  time.tm_year = std::stoi(text.substr(0, 4)) - 1900;
  time.tm_mon = number(2) - 1, time.tm_mday = number(3);
  if (!has_day(time)) return std::nullopt;
  time.tm_hour = number(4), time.tm_min = number(5), time.tm_sec = number(7);
  if (found[9].rm_so < 0) {
    time.tm_isdst = -1;  // as it was or will be then
    return ZonedMoment{mktime(&time), std::nullopt};
  }
  const bool west = found[10].rm_so >= 0 && text[found[10].rm_so] == '-';
  const int east = (west ? -60 : 60) * (60 * number(11) + number(12));
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
