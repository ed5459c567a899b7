// higher-order: a residual sublayer takes a std::function, a loop runs over the three of them
#include "decoder_layer.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace softmark {

using Sublayer = std::function<Matrix(const Matrix&)>;

static Sublayer attention(const Heads& h, const Matrix* memory) {
  return [&h, memory](const Matrix& x) {
    const bool causal = memory == nullptr;
    return multi_head_attention(x, causal ? x : *memory, h.Wq, h.Wk, h.Wv, h.Wout, causal);
  };
}

static Sublayer feed_forward(const Linear& expand, const Linear& shrink) {
  return [&](const Matrix& x) -> Matrix {
    Matrix hidden = xt::linalg::dot(x, xt::transpose(expand.W)) + expand.b;
    for (auto& h : hidden) h = h < 0 ? 0 : h;
    return xt::linalg::dot(hidden, xt::transpose(shrink.W)) + shrink.b;
  };
}

Matrix decoder_layer(const Matrix& source, const Matrix& target,
                     const DecoderParameters& parameters) {
  const std::vector<std::pair<Sublayer, const ScaleAndShift*>> stack = {
      {attention(parameters.self_attention, nullptr), &parameters.norm1},
      {attention(parameters.cross_attention, &source), &parameters.norm2},
      {feed_forward(parameters.expand, parameters.shrink), &parameters.norm3},
  };

  Matrix x = target;
  for (const auto& [sublayer, norm] : stack) {
    x += sublayer(x);
    x = layer_norm(x, norm->gamma, norm->beta, 1e-5);
  }
  return x;
}

}  // namespace softmark
