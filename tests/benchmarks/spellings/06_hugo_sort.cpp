// argmax, sort, logs of the sums; asserts at the end
#include "row_softmax.hpp"

#include <cassert>

#include <xtensor/xsort.hpp>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  const std::size_t N = scores.shape(0), M = scores.shape(1);
  xt::xtensor<std::size_t, 1> best = xt::argmax(scores, 1);
  Matrix sorted = xt::sort(scores, 1);
  Matrix largest = Matrix::from_shape({N, 1});
  for (std::size_t n = 0; n < N; ++n) {
    largest(n, 0) = scores(n, best(n));
    assert(largest(n, 0) == sorted(n, M - 1));
  }
  record("largest scores", largest);

  Matrix exponentials = xt::exp(scores - xt::broadcast(largest, {N, M}));
  record("exponentials", exponentials);
  Matrix running = xt::cumsum(exponentials, 1);
  Matrix sums = xt::view(running, xt::all(), xt::range(M - 1, M));
  record("sums", sums);

  exponentials *= 1.0 / sums;
  assert(!xt::any(xt::isnan(exponentials)));
  assert(xt::allclose(xt::sum(exponentials, {1}), xt::ones<double>({N})));
  return exponentials;
}

}  // namespace softmark
