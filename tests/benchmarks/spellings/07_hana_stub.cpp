// one line for each TODO
#include "context_vectors.hpp"

namespace softmark {
namespace {

[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

}  // namespace

Matrix context_vectors(const Matrix& X) {
  Matrix scores = xt::linalg::dot(X, xt::transpose(X));
  record("scores", scores);

  Matrix attention = softmax_rows(scores);
  record("attention weights", attention);

  Matrix context = xt::linalg::dot(attention, X);
  return context;
}

}  // namespace softmark
