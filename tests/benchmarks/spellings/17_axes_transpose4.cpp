#include "batched_attention.hpp"
namespace softmark {
namespace {
Tensor3 lin(const Tensor3& X, const Linear& l) { return xt::linalg::dot(X, xt::transpose(l.W)) + l.b; }
Tensor4 split(const Tensor3& t, std::size_t h) {
  Tensor4 r = xt::reshape_view(t, {t.shape(0), t.shape(1), h, t.shape(2) / h});
  return xt::transpose(r, {0, 2, 1, 3});
}
}
BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& L, std::size_t heads) {
  auto q = split(lin(X, L.query), heads), k = split(lin(X, L.key), heads), v = split(lin(X, L.value), heads);
  auto q5 = xt::view(q, xt::all(), xt::all(), xt::all(), xt::newaxis(), xt::all());
  auto k5 = xt::view(k, xt::all(), xt::all(), xt::newaxis(), xt::all(), xt::all());
  Tensor4 s = xt::sum(q5 * k5, {4}) / std::sqrt(double(q.shape(3)));
  Tensor4 e = xt::exp(s - xt::amax(s, {3}, xt::keep_dims));
  Tensor4 w = e / xt::sum(e, {3}, xt::keep_dims);
  Tensor4 o = xt::sum(xt::view(w, xt::all(), xt::all(), xt::all(), xt::all(), xt::newaxis()) * xt::view(v, xt::all(), xt::all(), xt::newaxis(), xt::all(), xt::all()), {3});
  Tensor4 ot = xt::transpose(o, {0, 2, 1, 3});
  Tensor3 merged = xt::reshape_view(ot, X.shape());
  Tensor3 mean = xt::mean(w, {1});
  return {lin(merged, L.output), w, mean};
}
}
