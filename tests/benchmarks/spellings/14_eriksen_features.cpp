// feature by feature: rank one updates into slices of the last axis, noalias, broadcast bias
#include "batch_linear.hpp"

#include <xtensor/xnoalias.hpp>

namespace softmark {

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  auto [B, N, E] = X.shape();
  Tensor3 Y = xt::broadcast(b, {B, N, b.size()});
  for (std::size_t j = 0; j < W.shape(0); ++j) {
    auto target = xt::view(Y, xt::all(), xt::all(), j);
    for (std::size_t e = 0; e < E; ++e) {
      xt::noalias(target) += W(j, e) * xt::view(X, xt::all(), xt::all(), e);
    }
  }
  return Y;
}

}  // namespace softmark
