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

/// What records steps: the stub as it was handed out, and the student's program.
struct RecordTexts {
  std::string_view stub, program;
};

/// Advice to record steps: of one run, those that are recorded in none, come before the first wrong
/// one since the last right one, and may be why. The calls are the stub's; those alone are told
/// that the program lacks, but for which it has the variables. Empty where there is none.
std::string advice_on_records(const std::vector<std::vector<JudgedPlace>>& runs, std::size_t run,
                              const Outcome& replay, const RecordTexts& texts);

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
