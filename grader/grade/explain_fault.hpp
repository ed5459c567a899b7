#pragma once
// What a sanitizer saw in a student's program, in words. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

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
  std::optional<unsigned> here;
  std::optional<unsigned> requested;
  std::optional<unsigned> returned;
};

/// A sentence, without its place, for the line `text` that harness/checked.cpp, undefined.cpp,
/// races.cpp sent. Nothing where it is not one of theirs: whoever runs there can send
/// anything.
std::optional<std::string> explain_fault(std::string_view text, const FaultLines& lines);

}  // namespace grader
