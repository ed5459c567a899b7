#pragma once
// Points in time, as people and platforms write them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// Seconds since the start of 1970 in UTC.
using Moment = std::int64_t;

/// Seconds to the east of UTC; nothing: this machine's zone, with its changes of clocks.
using Zone = std::optional<int>;

struct ZonedMoment {
  Moment moment = 0;
  Zone zone;
};

/// Reads "2026-11-20T18:00:00+01:00", "2026-11-20 18:00", "2026-11-20 17:00:00.25 Z": a date and a
/// time, with or without seconds and their fraction, and a zone: Z, UTC, or hours and minutes from
/// there; without one it is this machine's. Also "20.11.2026 18:00", and Moodle's "Friday, 20
/// November 2026, 6:00 PM". Nothing for other texts, such as those with slashes, of which nobody
/// knows whether the day or the month comes first.
std::optional<ZonedMoment> zoned_moment_in(std::string_view text);

/// The moment alone.
std::optional<Moment> moment_in(std::string_view text);

/// "2026-11-20T18:00:00+01:00" in that zone; "2026-11-20T17:00:00Z" in UTC.
std::string moment_text(Moment moment, Zone zone = 0);

/// The calendar days that have begun since `from`, each at its time of day in that zone: none at
/// `from` and before, one until the same time of the next day. A day on which clocks change has 23
/// or 25 hours.
std::int64_t days_begun(Moment from, Moment to, Zone zone);

}  // namespace grader
