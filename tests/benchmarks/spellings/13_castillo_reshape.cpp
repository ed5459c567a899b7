// PyTorch manner: reshape to (N, heads, d), move the heads to the front, concatenate the outputs
#include "transformer_block.hpp"

#include <vector>

namespace softmark {
namespace {

auto fc = [](const Matrix& x, const Linear& l) -> Matrix {
  return xt::linalg::dot(x, xt::transpose(l.W)) + xt::expand_dims(l.b, 0);
};

Tensor3 split(const Matrix& x, std::size_t heads) {
  Tensor3 y = xt::reshape_view(x, {x.shape(0), heads, x.shape(1) / heads});
  return xt::transpose(y, {1, 0, 2});
}

Matrix ln(const Matrix& x, const Norm& p) {
  Matrix out = x;
  for (std::size_t n = 0; n < x.shape(0); ++n) {
    auto token = xt::row(out, n);
    Vector t = token;
    double m = xt::mean(t)(), v = xt::variance(t)();
    token = p.gamma * (t - m) / std::sqrt(v + 1e-5) + p.beta;
  }
  return out;
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& p, std::size_t heads) {
  auto q = split(fc(X, p.query), heads);
  auto k = split(fc(X, p.key), heads);
  auto v = split(fc(X, p.value), heads);

  // all scores at once, (heads, N, N), by broadcasting
  Tensor3 scores = xt::sum(xt::view(q, xt::all(), xt::all(), xt::newaxis(), xt::all()) *
                               xt::view(k, xt::all(), xt::newaxis(), xt::all(), xt::all()),
                           {3});
  scores *= 1.0 / std::sqrt(static_cast<double>(q.shape(2)));
  Tensor3 weights = xt::exp(scores - xt::amax(scores, {2}, xt::keep_dims));
  weights = Tensor3(weights / xt::sum(weights, {2}, xt::keep_dims));

  Matrix merged;
  for (std::size_t i = 0; i < heads; ++i) {
    Matrix w = xt::view(weights, i), values = xt::view(v, i);
    Matrix head = xt::linalg::dot(w, values);
    if (i == 0) {
      merged = head;
    } else {
      Matrix wider = xt::concatenate(xt::xtuple(merged, head), 1);
      merged = wider;
    }
  }
  record("merged heads", merged);

  Matrix h = ln(X + fc(merged, p.output), p.norm1);
  Matrix hidden = xt::clip(fc(h, p.expand), 0.0, 1e300);
  return ln(h + fc(hidden, p.shrink), p.norm2);
}

}  // namespace softmark
