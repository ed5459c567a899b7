// upper half with inner_product over row iterators, mirrored by triu and transpose
#include "similarity.hpp"

#include <numeric>

namespace softmark {

Matrix similarity(const Matrix& X) {
  const auto N = X.shape(0);
  Matrix S = xt::zeros<double>({N, N});
  for (std::size_t i = 0; i < N; ++i) {
    const auto a = xt::row(X, i);
    for (std::size_t j = i; j < N; ++j) {
      const auto b = xt::row(X, j);
      S(i, j) = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    }
  }
  Matrix strict = xt::triu(S, 1);
  Matrix full = S + xt::transpose(strict);
  record("by loops", full);
  return full;
}

}  // namespace softmark
