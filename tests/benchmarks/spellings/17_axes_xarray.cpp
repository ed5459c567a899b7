#include "batched_attention.hpp"
#include <xtensor/xarray.hpp>
namespace softmark {
namespace {
using A = xt::xarray<double>;
A lin(const A& x, const Linear& l) { return xt::linalg::dot(x, xt::transpose(l.W)) + l.b; }
A softmax(const A& s) { A e = xt::exp(s - xt::amax(s, {1}, xt::keep_dims)); return e / xt::sum(e, {1}, xt::keep_dims); }
}
BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers, std::size_t heads) {
  const std::size_t B = X.shape(0), N = X.shape(1), E = X.shape(2), d = E / heads;
  A weights = xt::zeros<double>({B, heads, N, N});
  A out = xt::zeros<double>({B, N, E});
  for (std::size_t i = 0; i < B; ++i) {
    A x = xt::view(X, i);
    A q = lin(x, layers.query), k = lin(x, layers.key), v = lin(x, layers.value);
    A merged = xt::zeros<double>({N, E});
    for (std::size_t h = 0; h < heads; ++h) {
      auto c = xt::range(h * d, (h + 1) * d);
      A a = softmax(xt::linalg::dot(xt::view(q, xt::all(), c), xt::transpose(xt::view(k, xt::all(), c))) / std::sqrt(double(d)));
      xt::view(weights, i, h) = a;
      xt::view(merged, xt::all(), c) = xt::linalg::dot(a, xt::view(v, xt::all(), c));
    }
    xt::view(out, i) = lin(merged, layers.output);
  }
  return {out, weights, xt::mean(weights, {1})};
}
}
