#pragma once
// Which line of a source an address in a program belongs to. Reads the bytes of programs that
// students' code has made, or forged: whatever is malformed has no lines. Pure.

#include "core/report.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace grader {

struct Section {
  std::uint64_t address = 0;  ///< in the program
  std::span<const std::byte> bytes;
};

/// The section `name` of a program for this machine; an empty one where there is none.
Section section_of(std::span<const std::byte> program, std::string_view name);

/// For each address of `program` its place in the file `source`, by a line table as `-gdwarf-4`
/// writes it; none where it belongs to another file, or to none.
std::vector<std::optional<Place>> places_of(std::span<const std::byte> program,
                                            std::span<const std::uint64_t> addresses,
                                            std::string_view source);

}  // namespace grader
