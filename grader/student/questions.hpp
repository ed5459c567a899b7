#pragma once
// Questions on a right program of a student's own. Each has one right answer among four, and all
// four come from runs of that program, with small changes of it and of its inputs.

#include "core/tensor.hpp"
#include "grade/grader.hpp"

namespace grader {

struct Question {
  std::string text;   ///< at 80 columns, with the answers behind letters
  char key = 'a';     ///< the letter of the right one
  std::string proof;  ///< what the runs gave, as lines
};

/// Questions on the program `text`, which passes, as the seed draws them: by turns what an input
/// does, what a line does, and why it has to be so. No two are the same; they are fewer than
/// `count` where the runs do not give as many. Throws GraderFault and TryAgain.
std::vector<Question> questions_on(const Grader& grader, const Exercise& exercise,
                                   const std::string& text, std::uint64_t seed, std::size_t count);

}  // namespace grader
