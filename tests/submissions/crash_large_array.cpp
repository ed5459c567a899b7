// verdict: crashed
// says: the stack is full (SIGSEGV): a recursion that never ends, or a local array that is too large

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix E = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix attention = E / xt::sum(E, {0}, xt::keep_dims);
  double large[1200000];
  for (double& number : large) number = X(0, 0);
  V(0, 0) = large[77];
  return xt::linalg::dot(V, attention);
}

}  // namespace softmark
