// verdict: passed

#include "matrix_attention.hpp"

#include <xtensor-blas/xlinalg.hpp>

#include <cmath>
#include <stdexcept>

namespace softmark {

static void expect(bool holds) {
  if (!holds) throw std::logic_error("xt::linalg gives another result");
}

/// What most programs use of it is compiled with the kit.
static void try_linalg() {
  const Vector u{3, 4};
  const Matrix A{{2, 1}, {1, 3}};
  expect(std::abs(xt::linalg::norm(u) - 5) < 1e-12);
  expect(std::abs(xt::linalg::vdot(u, u) - 25) < 1e-12);
  const Matrix product = xt::linalg::outer(u, u);
  expect(product(1, 0) == 12);
  const Matrix squared = xt::linalg::tensordot(A, A, {1}, {0});
  expect(squared(0, 0) == 5);
  const Vector along = xt::linalg::tensordot(u, A, {0}, {0});
  expect(along(0) == 10 && along(1) == 15);
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
