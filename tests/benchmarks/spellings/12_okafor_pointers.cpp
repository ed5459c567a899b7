// C manner: raw pointers over the rows, two passes, no expressions
#include "layer_norm.hpp"

#include <math.h>
#include <stddef.h>

namespace softmark {

static double row_mean(const double* p, size_t n) {
  double s = 0.0;
  const double* end = p + n;
  while (p != end) s += *p++;
  return s / (double)n;
}

static double row_var(const double* p, size_t n, double mu) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++) {
    double t = p[i] - mu;
    s += t * t;
  }
  return s / (double)n;
}

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  size_t rows = X.shape()[0], cols = X.shape()[1];
  Matrix out = Matrix::from_shape({rows, cols});
  const double* src = X.data();
  double* dst = out.data();
  const double* g = gamma.data();
  const double* b = beta.data();
  for (size_t r = 0; r < rows; r++, src += cols, dst += cols) {
    double mu = row_mean(src, cols);
    double inv = 1.0 / sqrt(row_var(src, cols, mu) + eps);
    for (size_t c = 0; c < cols; c++) dst[c] = g[c] * (src[c] - mu) * inv + b[c];
  }
  return out;
}

}  // namespace softmark
