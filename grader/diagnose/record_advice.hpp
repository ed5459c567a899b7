#pragma once
// Which step to record so that more can be said. Pure.

#include "diagnose/replay.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What a step that was not recorded would show, and where `stub`, as it was handed out, records
/// it: of those before the first that is wrong the one in the middle. Empty where there is none.
std::string advice_on_records(const std::vector<JudgedPlace>& places, std::string_view stub);

/// Which steps of a program that returned were recorded more or less often than the solution has
/// them, and how often, and whether the first or the last turns are missing; empty where none was.
std::string words_on_turns(const Run& run, const Tolerance& tolerance);

/// "queries, keys and values are right so far", of a program whose next TODO is open: where all
/// that it recorded on the case is right. Else empty.
std::string right_so_far(const Run& run, const Tolerance& tolerance);

}  // namespace grader
