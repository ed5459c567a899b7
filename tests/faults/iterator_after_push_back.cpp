// exercise: 06_row_softmax
// says: of memory that was freed in line
#include "row_softmax.hpp"

#include <cmath>
#include <vector>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  std::vector<double> sums{0};
  const auto first = sums.begin();
  for (std::size_t i = 0; i < scores.shape(0); ++i) sums.push_back(std::exp(scores(i, 0)));
  Matrix A = scores;
  for (std::size_t i = 0; i < A.shape(0); ++i) A(i, 0) = 1 / *first;  // HERE
  return A;
}

}  // namespace softmark
