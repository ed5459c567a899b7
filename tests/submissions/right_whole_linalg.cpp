// verdict: passed

#include "matrix_attention.hpp"

#include <xtensor-blas/xlinalg.hpp>

#include <cmath>
#include <stdexcept>

namespace softmark {

static void expect(bool holds) {
  if (!holds) throw std::logic_error("xt::linalg gives another result");
}

/// The rest of it, for which the program is compiled once more, is there, too.
static void try_linalg() {
  const Matrix A{{2, 1}, {1, 3}};
  const auto values = xt::linalg::eigvalsh(A);
  expect(std::abs(values(0) + values(1) - 5) < 1e-12);
  expect(xt::linalg::matrix_rank(A) == 2);
  const auto [u, s, vt] = xt::linalg::svd(A);
  const Matrix again = xt::linalg::dot(u * s, vt);
  expect(std::abs(again(1, 0) - 1) < 1e-12 && std::abs(again(1, 1) - 3) < 1e-12);
  const xt::xarray<float> single{{1, 2}, {3, 4}};
  expect(xt::linalg::dot(single, single)(0, 0) == 7);
}

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  try_linalg();
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix weights = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  weights /= xt::sum(weights, {0}, xt::keep_dims);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
