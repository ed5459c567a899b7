// diagonal from norm_l2 squared, the rest with rolled copies of X
#include "similarity.hpp"

#include <xtensor/xmanipulation.hpp>
#include <xtensor/xnorm.hpp>

namespace softmark {

Matrix similarity(const Matrix& X) {
  const std::size_t N = X.shape(0);
  Matrix S = xt::zeros<double>({N, N});
  Vector lengths = xt::norm_l2(X, {1});
  for (std::size_t i = 0; i < N; ++i) S(i, i) = std::pow(lengths(i), 2);
  for (std::size_t shift = 1; shift < N; ++shift) {
    Matrix rolled = xt::roll(X, static_cast<std::ptrdiff_t>(shift), 0);  // row i is token i - shift
    Vector products = xt::sum(X * rolled, {1});
    for (std::size_t i = 0; i < N; ++i) S(i, (i + N - shift) % N) = products(i);
  }
  record("by loops", S);
  return S;
}

}  // namespace softmark
