// verdict: passed

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const auto project = [&](const Projection& p) {
    Matrix out = xt::zeros<double>({p.omega.shape(0), X.shape(1)});
    for (std::size_t i = 0; i < out.shape(0); ++i) {
      for (std::size_t n = 0; n < X.shape(1); ++n) {
        out(i, n) = p.beta(i, 0);
        for (std::size_t d = 0; d < X.shape(0); ++d) out(i, n) += p.omega(i, d) * X(d, n);
      }
    }
    return out;
  };
  const Matrix Q = project(query), K = project(key), V = project(value);
  Matrix out = xt::zeros<double>({V.shape(0), X.shape(1)});
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    std::vector<double> weights(X.shape(1), 0.0);
    double largest = -HUGE_VAL, sum = 0;
    for (std::size_t m = 0; m < X.shape(1); ++m) {
      for (std::size_t i = 0; i < Q.shape(0); ++i) weights[m] += K(i, m) * Q(i, n);
      largest = std::max(largest, weights[m]);
    }
    for (double& w : weights) sum += w = std::exp(w - largest);
    for (std::size_t m = 0; m < X.shape(1); ++m) {
      for (std::size_t i = 0; i < V.shape(0); ++i) out(i, n) += V(i, m) * weights[m] / sum;
    }
  }
  return out;
}

}  // namespace softmark
