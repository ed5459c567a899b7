#include "multi_head_attention.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`. Subtracting each row's largest score first keeps exp() from
// overflowing and changes nothing else; exp() of minus infinity is 0.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

// The output (Nq, Dv) of one head from its queries (Nq, d), keys (Nk, d) and values (Nk, Dv).
Matrix attend(const Matrix& Q, const Matrix& K, const Matrix& V, bool causal) {
  const std::size_t Nq = Q.shape(0);
  const std::size_t Nk = K.shape(0);
  const double d = K.shape(0);

  Matrix scores = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(d);  // (Nq, Nk)
  record("scaled scores", scores);

  for (std::size_t i = 0; i < scores.shape(0); ++i) {
    for (std::size_t j = 0; j < scores.shape(1); ++j) {
      const bool hidden = causal && j + Nq > i + Nk;
      if (hidden) scores(i, j) = -INFINITY;
    }
  }

  Matrix attention = softmax_rows(scores);  // (Nq, Nk): every row sums to one
  record("attention weights", attention);

  return xt::linalg::dot(attention, V);  // (Nq, Dv)
}

}  // namespace

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  const std::size_t heads = Wq.size();
  const std::size_t Dv = Wv[0].shape(1);

  Matrix concatenated = xt::zeros<double>({X.shape(0), heads * Dv});  // (Nq, heads * Dv)
  for (std::size_t h = 0; h < heads; ++h) {
    Matrix Q = xt::linalg::dot(X, Wq[h]);  // (Nq, d)
    Matrix K = xt::linalg::dot(Y, Wk[h]);  // (Nk, d)
    Matrix V = xt::linalg::dot(Y, Wv[h]);  // (Nk, Dv)
    record("queries", Q);
    record("keys", K);
    record("values", V);

    Matrix output = attend(Q, K, V, causal);  // (Nq, Dv)
    record("head output", output);

    xt::view(concatenated, xt::all(), xt::range((heads - 1 - h) * Dv, (heads - h) * Dv)) = output;
  }
  record("concatenated heads", concatenated);

  return xt::linalg::dot(concatenated, Wout);  // (Nq, E)
}

}  // namespace softmark
