// exercise: 06_row_softmax
#include "row_softmax.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  std::vector<std::size_t> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return scores(a, 5000) < scores(b, 5000);  // HERE
  });
  return scores;
}

}  // namespace softmark
