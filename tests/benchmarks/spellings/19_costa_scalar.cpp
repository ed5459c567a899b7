// C manner: sequence by sequence, forward and backward in one loop, raw accumulation
#include "counting_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace softmark {

static CountingModel zeros_of(const CountingModel& m) {
  CountingModel z = m;
  for (Matrix* p : {&z.table, &z.query, &z.key.W, &z.value.W, &z.hidden.W, &z.output.W}) p->fill(0.0);
  for (Vector* p : {&z.key.b, &z.value.b, &z.hidden.b, &z.output.b}) p->fill(0.0);
  return z;
}

LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels,
                                  const CountingModel& model) {
  const size_t B = ids.shape(0), N = ids.shape(1);
  const size_t E = model.table.shape(1), d = model.query.shape(1), H = model.hidden.b.size();
  const double root = std::sqrt((double)d);
  CountingModel g = zeros_of(model);
  double loss = 0;

  std::vector<double> w(N), v(N), pre(H), k(N * d);
  for (size_t i = 0; i < B; i++) {
    for (size_t n = 0; n < N; n++) {
      const double* x = &model.table(ids(i, n), 0);
      v[n] = model.value.b(0);
      for (size_t e = 0; e < E; e++) v[n] += model.value.W(0, e) * x[e];
      w[n] = 0;
      for (size_t j = 0; j < d; j++) {
        double kj = model.key.b(j);
        for (size_t e = 0; e < E; e++) kj += model.key.W(j, e) * x[e];
        k[n * d + j] = kj;
        w[n] += kj * model.query(0, j) / root;
      }
    }
    const double top = *std::max_element(w.begin(), w.end());
    double total = 0, answer = 0;
    for (double& s : w) total += s = std::exp(s - top);
    for (size_t n = 0; n < N; n++) answer += (w[n] /= total) * v[n];

    double z = model.output.b(0);
    for (size_t h = 0; h < H; h++) {
      pre[h] = model.hidden.W(h, 0) * answer + model.hidden.b(h);
      z += model.output.W(0, h) * std::max(pre[h], 0.0);
    }
    const double y = labels(i, 0);
    loss += (std::max(z, 0.0) + std::log1p(std::exp(-std::fabs(z))) - y * z) / B;

    // and back
    const double dz = (1 / (1 + std::exp(-z)) - y) / B;
    double da = 0;
    g.output.b(0) += dz;
    for (size_t h = 0; h < H; h++) {
      if (!(pre[h] > 0)) continue;
      const double dh = dz * model.output.W(0, h);
      g.output.W(0, h) += dz * pre[h];
      g.hidden.W(h, 0) += dh * answer;
      g.hidden.b(h) += dh;
      da += dh * model.hidden.W(h, 0);
    }
    for (size_t n = 0; n < N; n++) {
      const double* x = &model.table(ids(i, n), 0);
      double* dx = &g.table(ids(i, n), 0);
      const double dv = da * w[n];
      const double ds = da * w[n] * (v[n] - answer) / root;
      g.value.b(0) += dv;
      for (size_t e = 0; e < E; e++) {
        g.value.W(0, e) += dv * x[e];
        dx[e] += dv * model.value.W(0, e);
      }
      for (size_t j = 0; j < d; j++) {
        const double dk = ds * model.query(0, j);
        g.query(0, j) += ds * k[n * d + j];
        g.key.b(j) += dk;
        for (size_t e = 0; e < E; e++) {
          g.key.W(j, e) += dk * x[e];
          dx[e] += dk * model.key.W(j, e);
        }
      }
    }
  }
  return {loss, g};
}

}  // namespace softmark
