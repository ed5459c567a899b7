// C with raw pointers and a plain for over rows
#include "token_classifier.hpp"

#include <cmath>
#include <cstring>

namespace softmark {

static void two_logits(const double* x, const double* w, const double* b, size_t k, double out[2]) {
  memcpy(out, b, 2 * sizeof(double));
  for (size_t j = 0; j < k; j++) {
    out[0] += x[j] * w[j];
    out[1] += x[j] * w[k + j];
  }
}

Classification token_classifier(const Matrix& X, const xt::xtensor<int, 1>& y,
                                const Linear& layer) {
  const size_t N = X.shape(0), k = X.shape(1);
  Matrix probabilities = Matrix::from_shape({N, 2});
  double* p = probabilities.data();
  const double* x = X.data();
  const int* label = y.data();
  double loss = 0;
  int hits = 0;

  for (size_t n = 0; n < N; n++, x += k, p += 2, label++) {
    double z[2], lp[2];
    two_logits(x, layer.W.data(), layer.b.data(), k, z);
    double m = z[0] > z[1] ? z[0] : z[1];
    double lse = m + log(exp(z[0] - m) + exp(z[1] - m));
    for (int c = 0; c < 2; c++) {
      lp[c] = z[c] - lse;
      p[c] = exp(lp[c]);
    }
    loss -= lp[*label];
    hits += (z[1] > z[0]) == (*label == 1);
  }
  return {probabilities, loss / N, (double)hits / (double)N};
}

}  // namespace softmark
