#include "swiglu.hpp"

namespace softmark {

namespace {

double swish(double z) {
  if (z < 0) {  // exp() of a positive number never happens
    const double e = std::exp(z);
    return z * e / (1 + e);
  }
  return z / (1 + std::exp(-z));
}

}  // namespace

// Hidden feature by hidden feature: each is used at once, and none is kept.
Matrix swiglu(const Matrix& X, const Matrix& W_gate, const Matrix& W_up, const Matrix& W_down) {
  const auto [tokens, features] = X.shape();
  Matrix Y = xt::zeros_like(X);
  for (std::size_t n = 0; n < tokens; n++) {
    for (std::size_t f = 0; f < W_gate.shape()[1]; f++) {
      double g = 0, u = 0;
      for (std::size_t e = 0; e < features; e++) {
        g += X(n, e) * W_gate(e, f);
        u += X(n, e) * W_up(e, f);
      }
      for (std::size_t e = 0; e < features; e++) Y(n, e) += swish(g) * u * W_down(f, e);
    }
  }
  return Y;
}

}  // namespace softmark
