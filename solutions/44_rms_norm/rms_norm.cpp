#include "rms_norm.hpp"

namespace softmark {

Matrix rms_norm(const Matrix& X, const Vector& gamma, double eps) {
  Matrix squares = xt::mean(X * X, {1}, xt::keep_dims);  // (N, 1)
  record("mean squares", squares);

  Matrix normalized = X / xt::sqrt(squares + eps);  // (N, E)
  record("normalized", normalized);

  Matrix output = normalized * gamma;  // (N, E)
  return output;
}

}  // namespace softmark
