// one broadcasted expression with newaxis and a sum over the last axis
#include "batch_linear.hpp"

namespace softmark {

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  return Tensor3(b + xt::sum(xt::view(X, xt::all(), xt::all(), xt::newaxis(), xt::all()) * W, {3}));
}

}  // namespace softmark
