// one product with all three matrices side by side, xt::hstack and xt::split-like views
#include "learned_attention.hpp"

#include <tuple>

namespace softmark {
namespace {

std::tuple<Matrix, Matrix, Matrix> project(const Matrix& X, const Matrix& Wq, const Matrix& Wk,
                                           const Matrix& Wv) {
  const Matrix W = xt::hstack(xt::xtuple(Wq, Wk, Wv));
  const Matrix QKV = xt::linalg::dot(X, W);
  const std::size_t d = Wq.shape(1);
  return {xt::view(QKV, xt::all(), xt::range(0, d)), xt::view(QKV, xt::all(), xt::range(d, 2 * d)),
          xt::view(QKV, xt::all(), xt::range(2 * d, QKV.shape(1)))};
}

}  // namespace

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  auto [Q, K, V] = project(X, Wq, Wk, Wv);
  record("queries", Q);
  record("keys", K);
  record("values", V);

  Matrix logits = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(double(Q.shape(1)));
  std::array<std::size_t, 1> axis{1};
  Matrix e = xt::exp(logits - xt::amax(logits, axis, xt::keep_dims));
  Matrix denominators = xt::sum(e, axis, xt::keep_dims);
  return xt::linalg::dot(e / denominators, V);
}

}  // namespace softmark
