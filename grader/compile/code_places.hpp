#pragma once
// Places in code: which line of a source an address in a program belongs to, and what a line calls
// at a column. Programs and sources are students', or forged: what is malformed has no places.
// Pure.

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

/// The column at which the whole name of a call begins, where a compiler tells `column`: GCC tells
/// that of a parenthesis, clang sometimes that of the name's last part. Columns count from 1; 0:
/// none.
std::size_t start_of_call(std::string_view line, std::size_t column);

}  // namespace grader
