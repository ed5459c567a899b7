#pragma once
// The parts of `verify`. Each says what is wrong, or prints what it finds.

#include "core/error.hpp"
#include "course/course.hpp"
#include "grade/grader.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What stands wherever an author still has to write.
inline constexpr const char* to_write = "FILL IN";

/// Whether this is a released copy without the exercise's solution. There, much cannot be checked.
bool keeps_solution_back(const Course& course, const Exercise& exercise);

/// The first thing that is wrong with the exercise's files, with the command that mends it if there
/// is one; empty where nothing is wrong.
std::string check_files(const Course& course, const Exercise& exercise);

/// A file of exercises/, with its text.
struct HandedOut {
  std::filesystem::path file;
  std::string text;
};

/// All files of exercises/.
std::vector<HandedOut> read_handed_out(const Course& course);

/// Which file holds a piece of the exercise's solution, with that piece; empty where none does.
std::string check_copies(const Course& course, const Exercise& exercise,
                         const std::vector<HandedOut>& handed_out);

/// The first three lines in a row of `solution` that stand in `text`, too, in one line; empty where
/// there are none. White space, comments, lines that say little, and those that `stub` has make no
/// difference.
std::string piece_of_solution(std::string_view solution, std::string_view stub,
                              std::string_view text);

/// What the shapes of a pass cover.
struct Coverage {
  std::string sizes;          ///< their symbols, with blanks between
  std::size_t shapes = 0;     ///< 0 where an exercise has none
  std::size_t mutants = 0;    ///< programs that see less of one size than there is
  std::size_t killed = 0;     ///< how many of them fail in some shape
  std::string survivor = {};  ///< the first that passes
  std::string bounds() const { return fmt::format("{} of {}", killed, mutants); }
};

/// Draws the shapes with `seeds` seeds, and has the solution run on them as a program would that is
/// wrong for some sizes only: with a fixed buffer, or without the remainder of a block.
Coverage covered_shapes(const Grader& grader, const Exercise& exercise, unsigned seeds);

/// Grades all small changes of the solutions, one at a time, and prints which pass. This holds
/// where each that passes has a reason in solutions/NN_name/equivalent.md, each reason there has
/// such a change, and none is told a mistake whose numbers it has neither in its results nor in a
/// step.
ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs);

}  // namespace grader
