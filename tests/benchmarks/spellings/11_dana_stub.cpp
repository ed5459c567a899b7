// stub order, range view for the heads
#include "multi_head_attention.hpp"

namespace softmark {
namespace {

Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

Matrix attend(const Matrix& Q, const Matrix& K, const Matrix& V, bool causal) {
  Matrix scores = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(Q.shape(1));
  record("scaled scores", scores);
  if (causal) {
    for (std::size_t i = 0; i < Q.shape(0); ++i) {
      for (std::size_t j = 0; j < K.shape(0); ++j) {
        if (j + Q.shape(0) > i + K.shape(0)) scores(i, j) = -INFINITY;
      }
    }
  }
  Matrix attention = softmax_rows(scores);
  record("attention weights", attention);
  Matrix output = xt::linalg::dot(attention, V);
  return output;
}

}  // namespace

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  const std::size_t heads = Wq.size();
  const std::size_t Dv = Wv[0].shape(1);

  Matrix concatenated = xt::zeros<double>({X.shape(0), heads * Dv});
  for (std::size_t h = 0; h < heads; ++h) {
    Matrix Q = xt::linalg::dot(X, Wq[h]);
    Matrix K = xt::linalg::dot(Y, Wk[h]);
    Matrix V = xt::linalg::dot(Y, Wv[h]);
    record("queries", Q);
    record("keys", K);
    record("values", V);

    Matrix output = attend(Q, K, V, causal);
    record("head output", output);

    xt::view(concatenated, xt::all(), xt::range(h * Dv, (h + 1) * Dv)) = output;
  }
  record("concatenated heads", concatenated);

  Matrix result = xt::linalg::dot(concatenated, Wout);
  return result;
}

}  // namespace softmark
