// the stub's loop, with the bias as an extra column of the weights and of the sequence
#include "batch_linear.hpp"

namespace softmark {

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  Tensor3 result = xt::zeros<double>({X.shape(0), X.shape(1), W.shape(0)});  // (B, N, d)
  Matrix augmented = xt::hstack(xt::xtuple(W, xt::view(b, xt::all(), xt::newaxis())));
  Matrix ones = xt::ones<double>({X.shape(1), std::size_t(1)});
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    Matrix sequence = xt::view(X, i);
    record("sequence", sequence);

    Matrix extended = xt::concatenate(xt::xtuple(sequence, ones), 1);  // (N, E + 1)
    Matrix projected = xt::linalg::dot(extended, xt::transpose(augmented));
    record("projected", projected);

    xt::view(result, i) = projected;
  }
  return result;
}

}  // namespace softmark
