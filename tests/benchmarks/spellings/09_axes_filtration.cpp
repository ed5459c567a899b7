#include "causal_attention.hpp"
namespace softmark {
Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  Matrix S = xt::linalg::dot(Q, xt::transpose(K));
  S *= 1.0 / std::sqrt(static_cast<double>(K.shape(1)));
  Matrix visible = xt::tril(xt::ones_like(S), long(K.shape(0)) - long(Q.shape(0)));
  xt::filter(S, xt::equal(visible, 0.0));
  xt::filtration(S, xt::equal(visible, 0.0)) = -INFINITY;
  auto m = xt::amax(S, {1}, xt::keep_dims);
  auto P = xt::exp(S - m);
  return xt::linalg::dot(P / xt::sum(P, {1}, xt::keep_dims), V);
}
}
