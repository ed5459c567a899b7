#pragma once

#include "grade/grader.hpp"
#include "practice/predict.hpp"

namespace grader {

/// The questions of an exercise; may be none. Compiles its versions where they are not yet.
std::vector<Question> load_questions(const Grader& grader, const Exercise& exercise);

/// Asks them one after the other, for predict and watch.
class Quiz {
 public:
  Quiz(const Exercise& exercise, std::vector<Question> questions)
      : exercise_(&exercise), questions_(std::move(questions)) {}

  const Exercise& exercise() const { return *exercise_; }
  bool ended() const { return at_ >= questions_.size(); }
  /// What the last answer was, then the next question, or how many answers were right.
  std::string text() const;
  /// A digit answers, q ends, anything else skips.
  void press(int key);

 private:
  const Exercise* exercise_;
  std::vector<Question> questions_;
  std::size_t at_ = 0, answered_ = 0, right_ = 0;
  std::string told_;
};

}  // namespace grader
