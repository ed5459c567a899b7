#include "attention_gradient.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`. Subtracting each row's largest score first keeps exp() from
// overflowing and changes nothing else; exp() of minus infinity is 0.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

}  // namespace

AttentionGradient attention_gradient(const Matrix& Q, const Matrix& K, const Matrix& V,
                                     const Matrix& d_output) {
  const std::size_t Nq = Q.shape(0);
  const std::size_t Nk = K.shape(0);
  const double d = Q.shape(1);
  AttentionGradient gradient;

  Matrix scores = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(d);  // (Nq, Nk)
  record("scaled scores", scores);

  for (std::size_t i = 0; i < scores.shape(0); ++i) {
    for (std::size_t j = 0; j < scores.shape(1); ++j) {
      const bool hidden = j + Nq > i + Nk;
      if (hidden) scores(i, j) = -INFINITY;
    }
  }
  Matrix weights = softmax_rows(scores);  // (Nq, Nk): every row sums to one
  record("attention weights", weights);

  gradient.d_V = xt::linalg::dot(xt::transpose(weights), d_output);  // (Nk, Dv)
  Matrix d_weights = xt::linalg::dot(d_output, xt::transpose(V));    // (Nq, Nk)
  record("d_weights", d_weights);

  Matrix row_terms = xt::sum(weights * d_weights, {1}, xt::keep_dims);  // (Nq, 1)
  Matrix d_scores = weights * (d_weights - row_terms);                  // (Nq, Nk)
  record("d_scores", d_scores);

  gradient.d_Q = xt::linalg::dot(d_scores, K) / std::sqrt(d);                 // (Nq, d)
  gradient.d_K = xt::linalg::dot(xt::transpose(d_scores), Q) / std::sqrt(d);  // (Nk, d)
  return gradient;
}

}  // namespace softmark
