// exercise: 10_learned_attention
#include "learned_attention.hpp"

#include <cassert>

namespace softmark {

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  assert(X.shape(0) == Wq.shape(0) + 100);  // HERE
  return X;
}

}  // namespace softmark
