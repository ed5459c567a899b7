// library manner: heads as an axis, transpose before the reshape
#include "multi_head_attention.hpp"

namespace softmark {
namespace {

Tensor3 per_head(const Matrix& X, const std::vector<Matrix>& W) {
  Tensor3 out = Tensor3::from_shape({W.size(), X.shape(0), W.front().shape(1)});
  for (std::size_t h = 0; h < W.size(); ++h)
    xt::view(out, h, xt::all(), xt::all()) = xt::linalg::dot(X, W[h]);
  return out;
}

// (h, n, k) times (h, k, m)
Tensor3 batch_matmul(const Tensor3& A, const Tensor3& B) {
  Tensor3 C = xt::sum(xt::view(A, xt::all(), xt::all(), xt::all(), xt::newaxis()) *
                          xt::view(B, xt::all(), xt::newaxis(), xt::all(), xt::all()),
                      {2});
  return C;
}

}  // namespace

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  const Tensor3 Q = per_head(X, Wq), K = per_head(Y, Wk), V = per_head(Y, Wv);
  const std::size_t H = Q.shape(0), Nq = Q.shape(1), d = Q.shape(2), Nk = K.shape(1);

  Tensor3 S = batch_matmul(Q, xt::transpose(K, {0, 2, 1})) / std::sqrt(double(d));
  if (causal) {
    for (std::size_t i = 0; i < Nq; ++i)
      xt::view(S, xt::all(), i, xt::range(i + Nk - Nq + 1, Nk)) = -INFINITY;
  }
  Tensor3 E = xt::exp(S - xt::amax(S, {2}, xt::keep_dims));
  Tensor3 A = E / xt::sum(E, {2}, xt::keep_dims);

  Tensor3 O = batch_matmul(A, V);                     // (H, Nq, Dv)
  Tensor3 by_token = xt::transpose(O, {1, 0, 2});     // (Nq, H, Dv)
  Matrix concatenated = xt::reshape_view(by_token, {Nq, H * V.shape(2)});
  record("concatenated heads", concatenated);
  return xt::linalg::dot(concatenated, Wout);
}

}  // namespace softmark
