#pragma once
// What a version of clang lacks of C++20, and GCC 12 has.

#include "compile/kit.hpp"

#include <string_view>

namespace grader {

/// Whether `log`, what the compiler of `kit` says of a text, may come of a part of C++20 that this
/// compiler lacks.
bool may_lack_a_feature(const Kit& kit, std::string_view log);

}  // namespace grader
