#include "batch_linear.hpp"

namespace softmark {

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  Tensor3 result = xt::zeros<double>({X.shape(0), X.shape(1), W.shape(0)});  // (B, N, d)
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    Matrix sequence = xt::view(X, i, xt::all(), xt::all());  // (N, E)
    record("sequence", sequence);

    Matrix projected = xt::linalg::dot(sequence, xt::transpose(W)) + b;  // (N, d)
    record("projected", projected);

    xt::view(result, i, xt::all(), xt::all()) = projected;
  }
  return result;
}

}  // namespace softmark
