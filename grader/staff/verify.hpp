#pragma once
// The parts of `verify`. Each says what is wrong, or prints what it finds.

#include "core/error.hpp"
#include "course/course.hpp"
#include "grade/grader.hpp"

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

/// Which file holds a piece of the exercise's solution, with that piece; empty where none does. A
/// measures.cpp that would hold one by its place alone is named, too.
std::string check_copies(const Course& course, const Exercise& exercise,
                         const std::vector<HandedOut>& handed_out);

/// What keeps replays of the exercise from judging every step; empty where nothing does. The
/// versions must compile together. A replay must go on with each step that a student recorded:
/// other numbers there must change something after it, else the step is recorded after its use. A
/// step whose numbers come once more behind it is excused.
std::string check_replays(const Grader& grader, const Exercise& exercise);

/// Makes all small changes of the solutions, one at a time, grades each as a submission is graded,
/// and prints how many fail and which pass. This check holds where each that passes has a reason in
/// solutions/NN_name/equivalent.md, each reason there has such a change, and no mutant is told a
/// mistake whose numbers it has neither in its results nor in a wrong step.
ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs);

/// Makes all pairs of mistakes that change different steps and grades each. Prints how many are
/// told as both, and for each other pair what is told. The check holds where at least 95 % are told
/// as both, and no mistake is named that was not made.
ExitCode verify_pairs(const Grader& grader, const std::vector<Exercise>& exercises, unsigned jobs);

/// Prints for each exercise the mistakes that families give, by family, and the lines of the
/// solution that only mistakes of its own change, with how many do.
ExitCode verify_families(const Course& course, const std::vector<Exercise>& exercises);

/// So many lines of a solution in a row are a piece of it.
inline constexpr std::size_t lines_of_a_piece = 3;

/// The first piece of `solution` that stands in `text`, in one line; empty where there is none.
/// White space and comments make no difference. Lines that say little (braces, includes) do not
/// count, nor do those that `stub` itself has.
std::string piece_of_solution(std::string_view solution, std::string_view stub,
                              std::string_view text);

}  // namespace grader
