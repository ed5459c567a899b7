// thinks in rows: transposes on entry and on exit, expands dims
#include "matrix_attention.hpp"

#include <xtensor/xmanipulation.hpp>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix tokens = xt::transpose(X, {1, 0});  // (N, D)
  auto rows = [&](const Projection& p) {
    Matrix W = xt::transpose(p.omega);
    Vector b = p.beta.shape(0) == 1 ? Vector{p.beta(0, 0)} : Vector(xt::squeeze(p.beta));
    return Matrix(xt::linalg::dot(tokens, W) + b);
  };
  Matrix q = rows(query), k = rows(key), v = rows(value);

  Matrix logits = xt::linalg::dot(q, xt::transpose(k));
  Vector peak = xt::amax(logits, 1);
  logits -= xt::expand_dims(peak, 1);
  Matrix numer = xt::exp(logits);
  Vector denom = xt::sum(numer, 1);
  numer /= xt::view(denom, xt::all(), xt::newaxis());

  Matrix mixed = xt::linalg::dot(numer, v);
  return xt::transpose(mixed);
}

}  // namespace softmark
