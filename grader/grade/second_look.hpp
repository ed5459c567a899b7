#pragma once
// Runs a program once more, with sanitizers, where its failure does not explain itself: a crash, a
// NaN, or a wrong value without a name. No verdict rests on it but that of threads that race.

#include "core/outcome.hpp"
#include "grade/grade.hpp"
#include "grade/crash_lines.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// Adds to `result` the cause that a second look at the failed case finds, if any, with its line.
/// The program gave `failed` to `runner`. It has limits of its own.
void rerun_with_sanitizers(const Built& built, LaunchedRunner& runner, const Case& one,
                           const Outcome& failed, ExerciseResult& result);

/// The same for a program that passed, where the options ask for that. What is found, such as a
/// race, becomes its cause and a warning.
void look_at_passed(const Built& built, LaunchedRunner& runner, Graded& graded);

/// Fails a program that passed in an exercise on threads where two of them use the same memory at
/// the same time. Whatever the options.
void fail_on_data_race(const Built& built, LaunchedRunner& runner, Graded& graded);

/// Addresses that came with a fault, innermost call first.
struct FaultFrames {
  std::vector<std::uint64_t> here;
  std::vector<std::uint64_t> requested;  ///< where the memory was asked for, or the other of a race
  std::vector<std::uint64_t> returned;   ///< where it was given back
};

/// The parts of what a program sent: they are separated by zeros.
FaultFrames fault_frames(const std::vector<std::uint64_t>& frames);

/// Lines in the student's file, where they are known.
struct FaultLines {
  std::optional<unsigned> here, requested, returned;
};

/// A sentence, without its place, for the line `text` that harness/checked.cpp, undefined.cpp,
/// races.cpp sent. Nothing where it is not one of theirs: whoever runs there can send anything.
std::optional<std::string> explain_fault(std::string_view text, const FaultLines& lines);

}  // namespace grader
