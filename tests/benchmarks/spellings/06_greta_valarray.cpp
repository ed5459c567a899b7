// std::valarray for each row
#include "row_softmax.hpp"

#include <algorithm>
#include <valarray>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  const std::size_t N = scores.shape(0), M = scores.shape(1);
  Matrix weights = Matrix::from_shape({N, M});
  Matrix sums = xt::zeros<double>({N, std::size_t{1}});
  for (std::size_t n = 0; n < N; ++n) {
    std::valarray<double> row(&scores(n, 0), M);
    row = std::exp(row - row.max());
    sums(n, 0) = row.sum();
    row /= row.sum();
    std::copy(std::begin(row), std::end(row), &weights(n, 0));
  }
  record("sums", sums);
  return weights;
}

}  // namespace softmark
