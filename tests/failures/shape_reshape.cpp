// exercise: 10_learned_attention
#include "learned_attention.hpp"

namespace softmark {

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  Matrix Q = xt::linalg::dot(X, Wq);
  Q.reshape({Q.size(), std::size_t(2)});  // HERE
  return Q;
}

}  // namespace softmark
