#include "decoder_layer.hpp"

namespace softmark {
namespace {

// Given: exercise 11. The tokens of X ask, those of Y are asked.
[[maybe_unused]] Matrix attend(const Matrix& X, const Matrix& Y, const Heads& heads, bool causal) {
  return multi_head_attention(X, Y, heads.Wq, heads.Wk, heads.Wv, heads.Wout, causal);
}

// Given: exercise 12, with the usual eps.
[[maybe_unused]] Matrix normalize(const Matrix& X, const ScaleAndShift& norm) {
  return layer_norm(X, norm.gamma, norm.beta, 1e-5);
}

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.

// TODO 1: the linear layer applied to each row of X, (N, in) to (N, out).
[[maybe_unused]] Matrix linear([[maybe_unused]] const Matrix& X,
                               [[maybe_unused]] const Linear& layer) {
  throw NotImplemented("TODO 1: linear");
}

}  // namespace

Matrix decoder_layer([[maybe_unused]] const Matrix& source, [[maybe_unused]] const Matrix& target,
                     [[maybe_unused]] const DecoderParameters& parameters) {
  // TODO 2: the target's tokens ask each other, and none of them sees a later one.
  Matrix self;  // (Nt, E)
  throw NotImplemented("TODO 2: masked self-attention");
  record("self-attention", self);

  // TODO 3: residual connection and layer norm.
  Matrix x1;  // (Nt, E)
  throw NotImplemented("TODO 3: after self-attention");
  record("after self-attention", x1);

  // TODO 4: the target, as it is by now, asks the source.
  Matrix cross;  // (Nt, E)
  throw NotImplemented("TODO 4: cross-attention");
  record("cross-attention", cross);

  // TODO 5: residual connection and layer norm.
  Matrix x2;  // (Nt, E)
  throw NotImplemented("TODO 5: after cross-attention");
  record("after cross-attention", x2);

  // TODO 6: the feed-forward network: expand, ReLU, shrink, for each row.
  Matrix hidden;   // (Nt, F), before the ReLU
  Matrix forward;  // (Nt, E)
  throw NotImplemented("TODO 6: feed-forward network");
  record("hidden", hidden);
  record("feed-forward output", forward);

  // TODO 7: residual connection and layer norm.
  Matrix result;  // (Nt, E)
  throw NotImplemented("TODO 7: result");
  return result;
}

}  // namespace softmark
