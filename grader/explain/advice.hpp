#pragma once
// What wrong numbers tell where no known mistake gives them. Pure. Each sentence is true of every
// program that gets it.

#include "explain/places.hpp"

#include <string>
#include <vector>

namespace grader {

/// Where NaN can come from, for a program whose result on the failed case holds some; else empty.
/// `runs` tell in how many cases it does.
std::string advice_on_nan(const std::vector<Run>& runs, const Run& failed);

/// For results that are nearly right in all cases, to how many digits; else empty.
std::string advice_on_digits(const std::vector<Run>& runs);

}  // namespace grader
