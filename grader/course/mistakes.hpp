#pragma once
// Known mistakes, read from mistakes.md beside the solution, from families of mistakes of lines
// that several solutions have, or from the file of a released copy. docs/formats.md has these.

#include "core/exercise.hpp"
#include "course/course.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The mistakes of mistakes.md and of families; of a released copy those of its file; none where
/// there is neither. Throws InputError, naming file and line.
std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise);

/// The mistakes that `text`, the content of `file`, describes, and those of `families` that it does
/// not leave out. Throws InputError, naming file and line.
std::vector<Mistake> parse_mistakes(std::string_view text, const std::filesystem::path& file,
                                    const Exercise& exercise,
                                    const std::vector<Mistake>& families = {});

/// The mistakes of a family's file, with their placeholders.
std::vector<Mistake> parse_mistakes_of_family(std::string_view text,
                                              const std::filesystem::path& file);

/// The solution's text with the patches of the mistake. Throws InputError where old lines do not
/// stand in the solution exactly once, or two patches change the same ones.
std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake);

/// What stands for placeholders, by name without the $.
using Bindings = std::map<std::string, std::string>;

/// The mistakes that the families of solutions/families below `course` make in a solution with this
/// text: once for each place that has the lines of a form and a value for all placeholders. `own`
/// words go before a family's. Throws InputError, naming file and line.
std::vector<Mistake> mistakes_of_families(const std::filesystem::path& course,
                                          std::string_view solution, const Bindings& own);

/// Reads a line such as "$row: column" into `words`; whether it is one.
bool read_word(std::string_view line, Bindings& words);

/// Whether `text` is `pattern`, in which each $name stands for the same text everywhere, with
/// balanced brackets and no comma outside of them: that of `words`, which gains the others.
bool matches(std::string_view pattern, std::string_view text, Bindings& words);

/// The file of a released copy for `mistakes`, without their patches: JSON.
std::string released_mistakes(const std::vector<Mistake>& mistakes);

/// The mistakes of such a file. Throws InputError, naming file and place.
std::vector<Mistake> read_released_mistakes(const std::filesystem::path& file);

}  // namespace grader
