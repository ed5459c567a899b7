#pragma once
// Drills: a bug in a program of a student's own that was right, to be found and mended.

#include "core/report.hpp"
#include "grade/grader.hpp"
#include "student/mutants.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A right program's text, changed in one place.
struct Bug {
  std::string text;            ///< of the whole file
  ChangedLines lines;          ///< `before` is right
  ExerciseResult result = {};  ///< of a bug that fails
};

/// Names a bug among those of one exercise, wherever in the file it is.
std::uint64_t identity(const Bug& bug);

/// All bugs that a small change makes of the text, in an order drawn from the seed in which each
/// kind of change comes as often as others. A statement that is left out leaves nothing behind.
std::vector<Bug> bugs_of(std::string_view right, std::uint64_t seed);

/// How much a drill tells of what is wrong: the first wrong step and the case, the case alone, or
/// nothing.
inline constexpr unsigned drill_levels = 3;

/// The first of the bugs that compiles and gives another result than is expected in some case, or
/// else one that throws; of those in `known` one only where there is no other. Nothing where none
/// does. Throws as grade_exercise does.
std::optional<Bug> bug_that_fails(const Grader& grader, const Exercise& exercise,
                                  const std::string& right, std::uint64_t seed,
                                  const std::set<std::uint64_t>& known, unsigned level);

/// What it tells of a file whose result is wrong, in lines of 80 columns: never what the bug is.
std::string told_at_level(const ExerciseResult& result, unsigned level);

}  // namespace grader
