#include "core/moment.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>

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

std::optional<ZonedMoment> zoned_moment_in(std::string_view given) {
  const std::string text(trimmed(given));
  std::tm time{};
  const char* rest = nullptr;
  for (const char* form : {"%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M", "%d.%m.%Y, %H:%M",
                           "%A, %d %B %Y, %I:%M %p"}) {
    time = {};
    rest = strptime(text.c_str(), form, &time);
    if (rest != nullptr) break;
  }
  if (rest == nullptr || time.tm_year < 0 || !has_day(time)) return std::nullopt;
  if (const char* behind = strptime(rest, ":%S", &time)) {
    rest = behind;
    if (*rest == '.') rest += 1 + std::strspn(rest + 1, "0123456789");
  }
  rest += std::strspn(rest, " ");
  Zone zone;
  if (std::string_view(rest) == "UTC") {
    zone = 0;
    rest += 3;
  } else if (const char* behind = strptime(rest, "%z", &time)) {
    zone = static_cast<int>(time.tm_gmtoff);
    rest = behind;
  }
  constexpr int farthest = 18 * 3600;  // of all zones
  if (rest != text.c_str() + text.size() || std::abs(zone.value_or(0)) > farthest)
    return std::nullopt;
  if (zone) return ZonedMoment{timegm(&time) - *zone, zone};
  time.tm_isdst = -1;  // as it was or will be then
  return ZonedMoment{mktime(&time), std::nullopt};
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
