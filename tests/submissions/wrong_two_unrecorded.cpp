// verdict: wrong_value
// says: result: The softmax ran along the rows
// says: result: The values lack their bias

#include "matrix_attention.hpp"

namespace softmark {
Matrix softmax_columns(const Matrix& scores) {
  Matrix e = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return e / xt::sum(e, {1}, xt::keep_dims);
}

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X);
  return xt::linalg::dot(V, softmax_columns(xt::linalg::dot(xt::transpose(K), Q)));
}

}  // namespace softmark
