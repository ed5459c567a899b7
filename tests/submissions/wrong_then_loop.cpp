// verdict: wrong_value
// says: case notebook: the result: element
// says: case one_token: it was stopped after
// line: 22
// options: --time-limit 1

#include "matrix_attention.hpp"

namespace softmark {
Matrix softmax_columns(const Matrix& scores) {
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return e / xt::sum(e, {0}, xt::keep_dims);
}

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  volatile std::size_t n = 1;
  if (X.shape(1) == 1)
    for (;;) n = n + 1;
  return xt::linalg::dot(V, softmax_columns(xt::linalg::dot(xt::transpose(K), Q))) + 1.0;
}

}  // namespace softmark
