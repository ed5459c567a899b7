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

/// Two of the known mistakes, by their indices, made in one solution.
struct MergedMistakes {
  std::size_t first, second;
  std::string text;  ///< the solution with both; empty in a released copy
};

/// The pairs of mistakes that change words of the solution between the same two records, no word
/// twice: what both do to one step only a program with both tells. Of too many the smallest
/// changes. Throws InputError, naming file and line.
std::vector<MergedMistakes> merged_mistakes(const Course& course, const Exercise& exercise,
                                            const std::vector<Mistake>& mistakes);

/// The file of a released copy for `mistakes`, without their patches: JSON.
std::string released_mistakes(const std::vector<Mistake>& mistakes,
                              const std::vector<MergedMistakes>& merged);

/// The mistakes of such a file. Throws InputError, naming file and place.
std::vector<Mistake> read_released_mistakes(const std::filesystem::path& file);

}  // namespace grader
