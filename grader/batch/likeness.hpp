#pragma once
// C++ files compared without comments, white space and the choice of names.

#include "system/files.hpp"

#include <string>
#include <string_view>

namespace grader {

/// The tokens of `code`, one a line, without comments and white space. Each name becomes a number,
/// in the order in which names appear; keywords, numbers, string literals and punctuation stay.
std::string plain_form(std::string_view code);

/// A digest that is equal for files that differ in comments, white space and names alone.
Digest256 likeness(std::string_view code);

}  // namespace grader
