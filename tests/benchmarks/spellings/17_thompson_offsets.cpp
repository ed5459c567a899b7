// C manner: flat buffers, offsets computed by hand, memcpy
#include "batched_attention.hpp"

#include <cmath>
#include <cstring>
#include <vector>

namespace softmark {
namespace {

using Buffer = std::vector<double>;

Buffer project(const double* x, std::size_t rows, std::size_t E, const Linear& layer) {
  Buffer y(rows * E);
  for (std::size_t r = 0; r < rows; ++r) {
    std::memcpy(&y[r * E], layer.b.data(), E * sizeof(double));
    for (std::size_t j = 0; j < E; ++j)
      for (std::size_t e = 0; e < E; ++e) y[r * E + j] += layer.W.data()[j * E + e] * x[r * E + e];
  }
  return y;
}

void softmax(double* s, std::size_t n) {
  double top = s[0], total = 0;
  for (std::size_t i = 1; i < n; ++i) top = std::fmax(top, s[i]);
  for (std::size_t i = 0; i < n; ++i) total += s[i] = std::exp(s[i] - top);
  for (std::size_t i = 0; i < n; ++i) s[i] /= total;
}

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  const std::size_t B = X.shape(0), N = X.shape(1), E = X.shape(2), d = E / heads;
  const Buffer q = project(X.data(), B * N, E, layers.query);
  const Buffer k = project(X.data(), B * N, E, layers.key);
  const Buffer v = project(X.data(), B * N, E, layers.value);

  Buffer merged(B * N * E, 0.0);
  Tensor4 weights = xt::zeros<double>({B, heads, N, N});
  Tensor3 mean = xt::zeros<double>({B, N, N});
  double* w = weights.data();
  for (std::size_t i = 0; i < B; ++i) {
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t n = 0; n < N; ++n, w += N) {
        const double* query = &q[(i * N + n) * E + h * d];
        for (std::size_t m = 0; m < N; ++m) {
          const double* key = &k[(i * N + m) * E + h * d];
          for (std::size_t j = 0; j < d; ++j) w[m] += query[j] * key[j];
          w[m] /= std::sqrt(static_cast<double>(d));
        }
        softmax(w, N);
        double* out = &merged[(i * N + n) * E + h * d];
        for (std::size_t m = 0; m < N; ++m) {
          mean.data()[(i * N + n) * N + m] += w[m] / static_cast<double>(heads);
          for (std::size_t j = 0; j < d; ++j) out[j] += w[m] * v[(i * N + m) * E + h * d + j];
        }
      }
    }
  }

  const Buffer y = project(merged.data(), B * N, E, layers.output);
  Tensor3 output = Tensor3::from_shape(X.shape());
  std::memcpy(output.data(), y.data(), y.size() * sizeof(double));
  return {output, weights, mean};
}

}  // namespace softmark
