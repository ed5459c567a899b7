#pragma once
// A place in a source file.

#include <optional>
#include <string_view>
#include <utility>

namespace grader {

/// A place in the graded file, counted from 1.
struct Place {
  unsigned line = 0;
  unsigned column = 0;  ///< 0 where it is not known
};

/// The place in `file` that a text "FILE:LINE:COLUMN: …" begins with, and what stands behind it;
/// nothing where it does not begin so.
std::optional<std::pair<Place, std::string_view>> placed(std::string_view text,
                                                         std::string_view file);

}  // namespace grader
