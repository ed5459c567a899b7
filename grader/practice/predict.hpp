#pragma once
// Questions before the first run: the shape of a result, or which array is right where the others
// come from known mistakes.

#include "core/outcome.hpp"
#include "grade/grader.hpp"

#include <functional>

namespace grader {

struct Option {
  Tensor array;         ///< rounded to hundredths; a shape alone has no values
  std::string message;  ///< of the mistake that gives it; else empty
};

struct Question {
  std::string words;  ///< the author's; empty: it asks for the shape of a step or result
  std::string of;
  const Case* one = nullptr;
  std::vector<Option> options = {};
  std::size_t right = 0;
};

/// Gives what a mistake does on a case, and its message.
using RunMistake = std::function<std::pair<Outcome, std::string>(const Mistake&, const Case&)>;

/// The question for a shape, where a case has sizes that tell it from three others; then those of
/// exercise.json, where there is a `run`. Throws InputError where they name what is not there, or
/// their options look the same or are larger than 4 x 6.
std::vector<Question> questions_of(const Exercise& exercise, const Material& material,
                                   const RunMistake& run);

/// The same, with the mistakes of the program of replays, where there is one. `material` must
/// outlive them.
std::vector<Question> load_questions(const Grader& grader, const Exercise& exercise,
                                     const Material& material);

}  // namespace grader
