#pragma once
// Where a program makes a wrong value, as far as its text tells. Pure.

#include "core/exercise.hpp"
#include "core/place.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// The call of record() of the step that is wrong first; where no step is, or none is recorded
/// under that name, the last return of the exercise's function, or else the function; nothing where
/// the text does not define it.
std::optional<Place> place_of_value(std::string_view text, const Exercise& exercise,
                                    const std::optional<std::string>& first_wrong_step);

/// Of the loop around the code in this line that counts to a difference, what it counts to: "N -
/// 1". Empty where there is no such loop.
std::string difference_counted_to(std::string_view text, unsigned line);

}  // namespace grader
