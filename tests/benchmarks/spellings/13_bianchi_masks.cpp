// heads as 0/1 masks over the features instead of slices; ReLU by where; keep in a vector
#include "transformer_block.hpp"

#include <array>

namespace softmark {
namespace {

Matrix linear(const Matrix& X, const Linear& layer) {
  Matrix Y = xt::transpose(xt::linalg::dot(layer.W, xt::transpose(X)));
  Y += layer.b;
  return Y;
}

Matrix softmax(const Matrix& S) {
  const std::array<std::size_t, 1> keys{1};
  Vector top = xt::amax(S, keys);
  Matrix result = xt::empty<double>(S.shape());
  for (std::size_t n = 0; n < S.shape(0); ++n) {
    auto row = xt::view(result, n);
    row = xt::exp(xt::view(S, n) - top(n));
    row /= xt::sum(row)();
  }
  return result;
}

Matrix norm(const Matrix& X, const Norm& parameters) {
  Matrix centered = X - xt::view(xt::eval(xt::mean(X, {1})), xt::all(), xt::newaxis());
  Vector spread = xt::mean(xt::pow<2>(centered), {1});
  Matrix scaled = centered / xt::view(xt::eval(xt::sqrt(spread + 1e-5)), xt::all(), xt::newaxis());
  return Matrix(xt::fma(scaled, parameters.gamma, parameters.beta));
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& parameters, std::size_t heads) {
  const std::size_t E = X.shape(1);
  const std::size_t d = E / heads;
  Matrix Q = linear(X, parameters.query);
  Matrix K = linear(X, parameters.key);
  Matrix V = linear(X, parameters.value);

  Vector place = xt::arange<double>(static_cast<double>(E));
  Vector owner = xt::floor(place / static_cast<double>(d));  // which head owns the feature
  Matrix merged = xt::zeros<double>(X.shape());
  for (std::size_t head = 0; head < heads; ++head) {
    Vector mask = xt::where(xt::equal(owner, static_cast<double>(head)), 1.0, 0.0);
    Matrix masked = Q * mask / std::sqrt(static_cast<double>(d));
    Matrix weights = softmax(xt::linalg::dot(masked, xt::transpose(K)));
    merged += mask * xt::linalg::dot(weights, V);
  }
  record("merged heads", merged);

  Matrix h = norm(X + linear(merged, parameters.output), parameters.norm1);
  record("after attention", h);

  Matrix hidden = linear(h, parameters.expand);
  hidden = xt::where(hidden > 0.0, hidden, 0.0);
  return norm(h + linear(hidden, parameters.shrink), parameters.norm2);
}

}  // namespace softmark
