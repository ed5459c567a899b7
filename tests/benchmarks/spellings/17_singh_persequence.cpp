// sequence by sequence: a function returns a tuple for one sequence, results are stacked by views
#include "batched_attention.hpp"

#include <tuple>
#include <vector>

namespace softmark {
namespace {

Matrix dense(const Matrix& x, const Linear& f) {
  Matrix y = xt::linalg::dot(x, xt::transpose(f.W));
  for (std::size_t r = 0; r < y.shape(0); ++r) xt::row(y, r) += f.b;
  return y;
}

std::tuple<Matrix, std::vector<Matrix>> attend(const Matrix& x, const AttentionLayers& layers,
                                               std::size_t heads) {
  const Matrix q = dense(x, layers.query), k = dense(x, layers.key), v = dense(x, layers.value);
  const std::size_t d = x.shape(1) / heads;
  const double scale = 1.0 / std::sqrt(static_cast<double>(d));

  Matrix merged = xt::empty<double>(x.shape());
  std::vector<Matrix> maps;
  for (std::size_t h = 0; h < heads; ++h) {
    auto mine = xt::range(h * d, (h + 1) * d);
    Matrix s = scale * xt::linalg::dot(xt::view(q, xt::all(), mine),
                                       xt::transpose(xt::view(k, xt::all(), mine)));
    for (std::size_t n = 0; n < s.shape(0); ++n) {
      auto row = xt::row(s, n);
      row -= xt::amax(row)();
      row = xt::eval(xt::exp(row));
      row /= xt::sum(row)();
    }
    xt::view(merged, xt::all(), mine) = xt::linalg::dot(s, xt::view(v, xt::all(), mine));
    maps.push_back(std::move(s));
  }
  return {dense(merged, layers.output), maps};
}

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  const std::size_t B = X.shape(0), N = X.shape(1);
  Tensor3 output = xt::zeros_like(X);
  Tensor4 weights = xt::zeros<double>({B, heads, N, N});
  Tensor3 mean = xt::zeros<double>({B, N, N});
  for (std::size_t i = 0; i < B; ++i) {
    const auto [y, maps] = attend(xt::view(X, i), layers, heads);
    xt::view(output, i) = y;
    for (std::size_t h = 0; h < heads; ++h) {
      xt::view(weights, i, h) = maps[h];
      xt::view(mean, i) += maps[h];
    }
  }
  mean /= static_cast<double>(heads);
  return {std::move(output), std::move(weights), std::move(mean)};
}

}  // namespace softmark
