#pragma once
// The figures of one array: what a program gave, what is expected, and the difference.

#include "core/case.hpp"
#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "picture/matrices.hpp"
#include "picture/picture.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// The note of a figure whose difference is 0 everywhere.
inline constexpr const char* no_difference = "no difference beyond the tolerance";

/// What is said where a program has not given the array of that name.
std::string not_given(const Exercise& exercise, const std::string& name);

/// The figures of the array that `spec`, number `place` of the exercise's, speaks of, at most
/// `most`; none where the case does not have it or it is no matrix. Throws InputError where the
/// arrays that `spec` names do not fit together.
std::vector<Figure> make_figures(const Exercise& exercise, const Case& one,
                                 const std::optional<Outcome>& outcome, const PictureMap& spec,
                                 std::size_t place, std::size_t most);

}  // namespace grader
