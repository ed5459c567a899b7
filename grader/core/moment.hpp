#pragma once
// Points in time, as people and platforms write them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// Seconds since the start of 1970 in UTC.
using Moment = std::int64_t;

/// "2026-11-20T18:00:00+01:00", "2026-11-20 18:00", "2026-11-20 17:00:00.25 Z": a date and a time,
/// seconds and their fraction as one likes, and a zone: Z, UTC or hours and minutes from there.
/// Without one it is the time of this machine's zone. Nothing for other texts.
std::optional<Moment> moment_in(std::string_view text);

/// "2026-11-20T17:00:00Z".
std::string moment_text(Moment moment);

}  // namespace grader
