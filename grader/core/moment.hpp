#pragma once
// Points in time, as people and platforms write them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// Seconds since the start of 1970 in UTC.
using Moment = std::int64_t;

/// Reads "2026-11-20T18:00:00+01:00", "2026-11-20 18:00", "2026-11-20 17:00:00.25 Z": a date and a
/// time, with or without seconds and their fraction, and a zone: Z, UTC, or hours and minutes from
/// there; without one it is this machine's. Nothing for other texts.
std::optional<Moment> moment_in(std::string_view text);

/// "2026-11-20T17:00:00Z".
std::string moment_text(Moment moment);

}  // namespace grader
