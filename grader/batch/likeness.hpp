#pragma once
// What is left of a C++ file when comments, white space and the choice of names are taken away.

#include "system/digest.hpp"

#include <string>
#include <string_view>

namespace grader {

/// The tokens of `code` in a line each. Comments and white space are gone, and each name is a
/// number, by the order in which names appear; keywords, numbers, texts and signs stay.
std::string plain_form(std::string_view code);

/// Equal for files that differ in comments, white space and names alone.
Digest256 likeness(std::string_view code);

}  // namespace grader
