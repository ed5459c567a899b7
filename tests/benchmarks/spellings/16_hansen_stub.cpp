// the stub filled in, one line for each TODO
#include "decoder_layer.hpp"

namespace softmark {
namespace {

Matrix attend(const Matrix& X, const Matrix& Y, const Heads& heads, bool causal) {
  return multi_head_attention(X, Y, heads.Wq, heads.Wk, heads.Wv, heads.Wout, causal);
}

Matrix normalize(const Matrix& X, const ScaleAndShift& norm) {
  return layer_norm(X, norm.gamma, norm.beta, 1e-5);
}

Matrix linear(const Matrix& X, const Linear& layer) {
  return xt::linalg::dot(X, xt::transpose(layer.W)) + layer.b;
}

}  // namespace

Matrix decoder_layer(const Matrix& source, const Matrix& target,
                     const DecoderParameters& parameters) {
  Matrix self = attend(target, target, parameters.self_attention, true);
  record("self-attention", self);

  Matrix x1 = normalize(target + self, parameters.norm1);
  record("after self-attention", x1);

  Matrix cross = attend(x1, source, parameters.cross_attention, false);
  record("cross-attention", cross);

  Matrix x2 = normalize(x1 + cross, parameters.norm2);
  record("after cross-attention", x2);

  Matrix hidden = linear(x2, parameters.expand);
  Matrix forward = linear(xt::maximum(hidden, 0.0), parameters.shrink);
  record("hidden", hidden);
  record("feed-forward output", forward);

  Matrix result = normalize(x2 + forward, parameters.norm3);
  return result;
}

}  // namespace softmark
