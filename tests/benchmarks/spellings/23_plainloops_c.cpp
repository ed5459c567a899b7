// C: one flat parameter buffer, index arithmetic, learning rate inside the velocity
#include "sgd_momentum.hpp"

#include <cmath>
#include <cstring>
#include <vector>

namespace softmark {

Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& start, double lr,
                      double momentum, std::size_t steps) {
  const size_t N = X.shape(0), k = X.shape(1), P = 2 * k + 2;
  std::vector<double> p(P), v(P, 0.0), g(P);
  memcpy(&p[0], start.W.data(), 2 * k * sizeof(double));
  memcpy(&p[2 * k], start.b.data(), 2 * sizeof(double));
  Vector losses = xt::zeros<double>({steps});

  for (size_t s = 0; s < steps; s++) {
    memset(g.data(), 0, P * sizeof(double));
    double loss = 0.0;
    for (size_t n = 0; n < N; n++) {
      const double* x = X.data() + n * k;
      double z[2] = {p[2 * k], p[2 * k + 1]};
      for (size_t j = 0; j < k; j++) {
        z[0] += p[j] * x[j];
        z[1] += p[k + j] * x[j];
      }
      const double big = fmax(z[0], z[1]);
      const double lse = big + log(exp(z[0] - big) + exp(z[1] - big));
      loss += lse - z[y(n)];
      for (int c = 0; c < 2; c++) {
        const double err = (exp(z[c] - lse) - (y(n) == c)) / N;
        for (size_t j = 0; j < k; j++) g[c * k + j] += err * x[j];
        g[2 * k + c] += err;
      }
    }
    losses(s) = loss / N;
    for (size_t i = 0; i < P; i++) {
      v[i] = momentum * v[i] + lr * g[i];
      p[i] -= v[i];
    }
  }

  Matrix W = Matrix::from_shape({2, k});
  Vector b = Vector::from_shape({2});
  std::copy(p.begin(), p.begin() + 2 * k, W.begin());
  std::copy(p.end() - 2, p.end(), b.begin());
  return {{W, b}, losses};
}

}  // namespace softmark
