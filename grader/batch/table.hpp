#pragma once
// Lines of the tables that instructors give. Pure.

#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// The first cell of a line, and what follows its comma.
struct TableLine {
  std::string cell;
  std::string_view rest;  ///< of the line's own text
};

/// Takes a line of at least two cells apart; the first may stand in quotes as in RFC 4180. Nothing
/// where there is no comma, or quotes do not end before it.
std::optional<TableLine> first_cell(std::string_view line);

}  // namespace grader
