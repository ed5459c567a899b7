#pragma once
// Questions on a right program of a student's own. Each has one right answer among four, and all
// four come from runs of that program, with small changes of it and of its inputs.

#include "core/tensor.hpp"
#include "grade/grader.hpp"

namespace grader {

struct Question {
  std::vector<std::string> text;     ///< paragraphs; lines that begin with a space stay as they are
  std::vector<std::string> options;  ///< four
  std::size_t right = 0;             ///< which of them
  std::string proof;                 ///< what the runs gave, as lines

  /// What is asked, at 80 columns, with the options behind letters.
  std::string shown() const;
  char key() const { return static_cast<char>('a' + right); }
};

/// Questions on the program `text`, which passes, as the seed draws them: by turns what an input
/// does, what a line does, and why it has to be so. No two are the same; they are fewer than
/// `count` where the runs do not give as many. Throws GraderFault and TryAgain.
std::vector<Question> questions_on(const Grader& grader, const Exercise& exercise,
                                   const std::string& text, std::uint64_t seed, std::size_t count);

/// Which elements of an array change, in words.
std::string changed_elements(const Shape& shape, const std::vector<bool>& changed);

/// The places of four that differ, in an order that the seed draws; none where there are not four.
std::vector<std::size_t> four_of(const std::vector<std::string>& effects, std::uint64_t seed);

}  // namespace grader
