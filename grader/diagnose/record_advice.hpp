#pragma once
// What records tell and do not tell: which step to record so that the grader can say more, and
// which one was recorded with other numbers than the program went on with. Pure.

#include "diagnose/replay.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader {

/// Advice to record a step: what it would show, and where `stub`, as it was handed out, records it.
/// Of the unrecorded steps before the first wrong one that may be why, it is the middle one. Empty
/// where there is none.
std::string advice_on_records(const std::vector<JudgedPlace>& places, const Outcome& replay,
                              std::string_view stub);

/// What to say of steps in spite of which a place is right: their records are misplaced, or made up
/// for.
std::string misplaced_record(const std::string& right, const std::vector<std::string>& steps);

/// What to say of the first wrong step of a run, if the program went on with other numbers than it
/// recorded: a place after it, which is right in all `runs`, is so in spite of it, and no result
/// follows from it. The step, and the words.
std::optional<std::pair<std::string, std::string>> recorded_elsewhere(
    const Exercise& exercise, const std::vector<std::vector<JudgedPlace>>& runs, std::size_t run);

/// Which steps a program that returned recorded more or less often than the solution does, how
/// often, and whether the first or the last turns are missing; empty where there is none.
std::string words_on_turns(const Run& run, const Tolerance& tolerance);

/// "queries, keys and values are right so far", for a program whose next TODO is open. Empty where
/// something that it recorded on the case is wrong.
std::string right_so_far(const Run& run, const Tolerance& tolerance);

}  // namespace grader
