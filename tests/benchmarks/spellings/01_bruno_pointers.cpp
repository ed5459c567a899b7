// plain C: buffers, raw pointers, index arithmetic
#include "self_attention.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace softmark {

static void affine(const double* w, const double* b, const double* x, size_t rows, size_t cols,
                   size_t n, double* out /* n x rows */) {
  for (size_t t = 0; t < n; t++)
    for (size_t r = 0; r < rows; r++) {
      double s = b[r];
      for (size_t c = 0; c < cols; c++) s += w[r * cols + c] * x[c * n + t];
      out[t * rows + r] = s;
    }
}

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  const size_t D = X.shape(0), N = X.shape(1);
  const size_t Dq = query.omega.shape(0), Dv = value.omega.shape(0);

  double* q = (double*)malloc(N * Dq * sizeof(double));
  double* k = (double*)malloc(N * Dq * sizeof(double));
  double* v = (double*)malloc(N * Dv * sizeof(double));
  double* w = (double*)malloc(N * sizeof(double));
  affine(query.omega.data(), query.beta.data(), X.data(), Dq, D, N, q);
  affine(key.omega.data(), key.beta.data(), X.data(), Dq, D, N, k);
  affine(value.omega.data(), value.beta.data(), X.data(), Dv, D, N, v);

  Matrix out = Matrix::from_shape({Dv, N});
  double* o = out.data();
  memset(o, 0, Dv * N * sizeof(double));
  for (size_t n = 0; n < N; n++) {
    double biggest = -INFINITY, total = 0;
    for (size_t m = 0; m < N; m++) {
      w[m] = 0;
      for (size_t d = 0; d < Dq; d++) w[m] += k[m * Dq + d] * q[n * Dq + d];
      if (w[m] > biggest) biggest = w[m];
    }
    for (size_t m = 0; m < N; m++) total += (w[m] = exp(w[m] - biggest));
    for (size_t m = 0; m < N; m++)
      for (size_t d = 0; d < Dv; d++) o[d * N + n] += w[m] / total * v[m * Dv + d];
  }
  free(w);
  free(v);
  free(k);
  free(q);
  return out;
}

}  // namespace softmark
