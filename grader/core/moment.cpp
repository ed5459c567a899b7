#include "core/moment.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ctime>

namespace grader {
namespace {

/// Reads a text from the left.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void skip_spaces() {
    while (take(' ')) {
    }
  }

  /// A number of exactly so many digits, up to `most`; else -1, and nothing after it is right.
  int number(std::size_t digits, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (i >= rest_.size() || std::isdigit(static_cast<unsigned char>(rest_[i])) == 0) return -1;
      value = 10 * value + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return value <= most ? value : -1;
  }

  void skip_digits() {
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0)
      rest_.remove_prefix(1);
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

 private:
  std::string_view rest_;
};

/// Reads "2026-11-20T18:00:00.25". False where that is no time.
bool read_time(Reader& text, std::tm& time) {
  time.tm_year = text.number(4, 9999) - 1900;
  if (time.tm_year < 0 || !text.take('-')) return false;
  time.tm_mon = text.number(2, 12) - 1;
  if (time.tm_mon < 0 || !text.take('-')) return false;
  time.tm_mday = text.number(2, 31);
  if (time.tm_mday < 1 || (!text.take('T') && !text.take(' '))) return false;
  time.tm_hour = text.number(2, 23);
  if (time.tm_hour < 0 || !text.take(':')) return false;
  time.tm_min = text.number(2, 59);
  if (time.tm_min < 0) return false;
  if (!text.take(':')) return true;
  time.tm_sec = text.number(2, 60);
  if (time.tm_sec < 0) return false;
  if (text.take('.')) text.skip_digits();
  return true;
}

/// Seconds to the east of UTC; nothing where this is no zone.
std::optional<int> zone(Reader& text) {
  if (text.take('Z') || text.take("UTC")) return 0;
  const bool west = text.take('-');
  if (!west && !text.take('+')) return std::nullopt;
  const int hours = text.number(2, 18);
  text.take(':');
  const int minutes = text.number(2, 59);
  if (hours < 0 || minutes < 0) return std::nullopt;
  return (west ? -60 : 60) * (60 * hours + minutes);
}

/// Whether the calendar has this day: 30 February becomes another one.
bool has_day(std::tm time) {
  const int day = time.tm_mday;
  timegm(&time);
  return time.tm_mday == day;
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
  Reader text(trimmed(given));
  std::tm time{};
  if (!read_time(text, time)) return std::nullopt;
  std::tm day{};
  day.tm_year = time.tm_year, day.tm_mon = time.tm_mon, day.tm_mday = time.tm_mday;
  if (!has_day(day)) return std::nullopt;
  text.skip_spaces();
  if (text.at_end()) {
    time.tm_isdst = -1;  // as it was or will be then
    return ZonedMoment{mktime(&time), std::nullopt};
  }
  const std::optional<int> east = zone(text);
  if (!east || !text.at_end()) return std::nullopt;
  return ZonedMoment{timegm(&time) - *east, east};
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
