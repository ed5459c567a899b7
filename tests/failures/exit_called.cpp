// exercise: 06_row_softmax
#include "row_softmax.hpp"

#include <cstdlib>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  if (scores.size() > 1) {
    std::exit(3);  // HERE
  }
  return scores;
}

}  // namespace softmark
