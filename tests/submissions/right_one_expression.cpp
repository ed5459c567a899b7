// verdict: passed

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const auto project = [&](const Projection& p) -> Matrix { return xt::linalg::dot(p.omega, X) + p.beta; };
  const Matrix scores = xt::linalg::dot(xt::transpose(project(key)), project(query));
  return xt::linalg::dot(project(value), xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)) /
                                             xt::sum(xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)), {0},
                                                     xt::keep_dims));
}

}  // namespace softmark
