// dense: nested calls, lambdas with captured parameters, ReLU as half of x + |x|
#include "decoder_layer.hpp"

namespace softmark {

Matrix decoder_layer(const Matrix& source, const Matrix& target, const DecoderParameters& p) {
  auto mha = [](const Matrix& q, const Matrix& kv, const Heads& h, bool mask) {
    return multi_head_attention(q, kv, h.Wq, h.Wk, h.Wv, h.Wout, mask);
  };
  auto norm = [](const Matrix& x, const ScaleAndShift& s) { return layer_norm(x, s.gamma, s.beta, 1e-5); };
  auto fc = [](const Matrix& x, const Linear& l) -> Matrix { return l.b + xt::linalg::dot(x, xt::transpose(l.W)); };
  auto relu = [](const Matrix& x) -> Matrix { return 0.5 * (x + xt::abs(x)); };

  const Matrix x1 = norm(target + mha(target, target, p.self_attention, true), p.norm1);
  const Matrix x2 = norm(x1 + mha(x1, source, p.cross_attention, false), p.norm2);
  return norm(x2 + fc(relu(fc(x2, p.expand)), p.shrink), p.norm3);
}

}  // namespace softmark
