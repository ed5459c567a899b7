#include "causal_attention.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`. Subtracting each row's largest score first keeps exp() from
// overflowing and changes nothing else; exp() of minus infinity is 0.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

}  // namespace

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  Matrix scores = xt::linalg::dot(Q, xt::transpose(K));  // (Nq, Nk)
  record("scaled scores", scores);

  for (std::size_t i = 0; i < scores.shape(0); ++i) {
    for (std::size_t j = 0; j < scores.shape(1); ++j) {
      const bool hidden = j > i;
      if (hidden) scores(i, j) = -INFINITY;
    }
  }

  Matrix attention = softmax_rows(scores);  // (Nq, Nk): every row sums to one
  record("attention weights", attention);

  return xt::linalg::dot(attention, V);  // (Nq, Dv)
}

}  // namespace softmark
