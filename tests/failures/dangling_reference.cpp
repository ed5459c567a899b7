// exercise: 10_learned_attention
#include "learned_attention.hpp"

#include <vector>

namespace softmark {

const Matrix& product(const Matrix& A, const Matrix& B) {
  static std::vector<Matrix> kept;
  kept.clear();
  (void)A;
  (void)B;
  return *static_cast<Matrix*>(nullptr);
}

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  const Matrix& Q = product(X, Wq);
  return Q + Wk;  // HERE
}

}  // namespace softmark
