#include "swiglu.hpp"

namespace softmark {

Matrix swiglu(const Matrix& X, const Matrix& W_gate, const Matrix& W_up, const Matrix& W_down) {
  Matrix gates = xt::linalg::dot(X, W_gate);  // (N, F)
  record("gates", gates);

  Matrix opened = gates / (1.0 + xt::exp(-gates));  // (N, F)
  record("opened gates", opened);

  Matrix up = xt::linalg::dot(X, W_up);  // (N, F)
  record("up", up);

  Matrix hidden = opened * up;  // (N, F)
  record("hidden", hidden);

  Matrix output = xt::linalg::dot(hidden, W_down);  // (N, E)
  return output;
}

}  // namespace softmark
