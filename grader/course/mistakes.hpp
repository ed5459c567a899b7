#pragma once
// Known mistakes, read from mistakes.md beside the solution, or from the file of a released copy.
// docs/formats.md has both.

#include "core/exercise.hpp"
#include "course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The mistakes of mistakes.md; of a released copy those of its file; none where there is neither.
/// Throws InputError, naming file and line.
std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise);

/// The mistakes that `text`, the content of `file`, describes. Throws InputError, naming
/// file and line.
std::vector<Mistake> parse_mistakes(std::string_view text, const std::filesystem::path& file,
                                    const Exercise& exercise);

/// The solution's text with the patches of the mistake. Throws InputError where old lines do not
/// stand in the solution exactly once, or two patches change the same ones.
std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake);

/// The file of a released copy for `mistakes`, without their patches: JSON.
std::string released_mistakes(const std::vector<Mistake>& mistakes);

/// The mistakes of such a file. Throws InputError, naming file and place.
std::vector<Mistake> read_released_mistakes(const std::filesystem::path& file);

}  // namespace grader
