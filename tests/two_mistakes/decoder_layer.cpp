#include "decoder_layer.hpp"

namespace softmark {
namespace {

// Exercise 11. The tokens of X ask, those of Y are asked.
Matrix attend(const Matrix& X, const Matrix& Y, const Heads& heads, bool causal) {
  return multi_head_attention(X, Y, heads.Wq, heads.Wk, heads.Wv, heads.Wout, causal);
}

// Exercise 12, with the usual eps.
Matrix normalize(const Matrix& X, const ScaleAndShift& norm) {
  return layer_norm(X, norm.gamma, norm.beta, 1e-5);
}

// The linear layer applied to each row of X, (N, in) to (N, out).
Matrix linear(const Matrix& X, const Linear& layer) {
  return xt::linalg::dot(X, xt::transpose(layer.W)) + layer.b;
}

}  // namespace

Matrix decoder_layer(const Matrix& source, const Matrix& target,
                     const DecoderParameters& parameters) {
  Matrix self = attend(target, target, parameters.self_attention, false);  // (Nt, E)
  record("self-attention", self);

  Matrix x1 = normalize(target + self, parameters.norm1);  // (Nt, E)
  record("after self-attention", x1);

  Matrix cross = attend(x1, source, parameters.cross_attention, false);  // (Nt, E)
  record("cross-attention", cross);

  Matrix x2 = normalize(x1 + cross, parameters.norm2);  // (Nt, E)
  record("after cross-attention", x2);

  Matrix hidden = linear(x2, parameters.expand);  // (Nt, F)
  record("hidden", hidden);
  Matrix positive = hidden;            // (Nt, F)
  Matrix forward = linear(positive, parameters.shrink);  // (Nt, E)
  record("feed-forward output", forward);

  return normalize(x2 + forward, parameters.norm3);  // (Nt, E)
}

}  // namespace softmark
