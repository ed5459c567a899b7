// verdict: crashed
// says: it answered, then crashed: segmentation fault

#include "matrix_attention.hpp"

namespace softmark {
Matrix softmax_columns(const Matrix& scores) {
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return e / xt::sum(e, {0}, xt::keep_dims);
}

struct Cache {
  int* last = nullptr;
  ~Cache() { *last = 1; }
};

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  static Cache cache;
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  return xt::linalg::dot(V, softmax_columns(xt::linalg::dot(xt::transpose(K), Q)));
}

}  // namespace softmark
