// exercise: 10_learned_attention
#include "learned_attention.hpp"

namespace softmark {

struct Scores {
  Matrix values;
  Scores(const Matrix& X, const Matrix& W) : values(xt::linalg::dot(W, X)) {  // HERE
    values += X(0, 0);
  }
};

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  const Scores scores(X, Wq);
  return scores.values;
}

}  // namespace softmark
