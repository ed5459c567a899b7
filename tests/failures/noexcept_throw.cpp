// exercise: 06_row_softmax
#include "row_softmax.hpp"

#include <stdexcept>

namespace softmark {

double scale(const Matrix& S) noexcept {
  if (S.size() > 0) throw std::logic_error("no scale");  // HERE
  return 1;
}

Matrix row_softmax(const Matrix& scores) { return scores * scale(scores); }

}  // namespace softmark
