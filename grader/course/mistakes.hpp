#pragma once
// Known mistakes, read from mistakes.md beside the solution and from families. docs/formats.md
// describes the file.

#include "core/case.hpp"
#include "course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The mistakes of mistakes.md and of families; of a released copy those of its file, with sealed
/// messages; none where there is neither. Throws InputError, naming file and line.
std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise);

/// The mistakes that `text`, the content of `file`, describes, and those of `families` that it does
/// not leave out. Throws likewise.
std::vector<Mistake> parse_mistakes(std::string_view text, const std::filesystem::path& file,
                                    const Exercise& exercise,
                                    const std::vector<Mistake>& families = {});

/// The mistakes of a family's file, with their placeholders. Throws as parse_mistakes does.
std::vector<Mistake> parse_mistakes_of_family(std::string_view text,
                                              const std::filesystem::path& file);

/// The solution's text with the patches of the mistake. Throws likewise where old lines do not
/// stand in the solution exactly once, or two patches change the same ones.
std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake);

}  // namespace grader
