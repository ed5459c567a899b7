// a debugger at work: prints shapes and sums, steps kept in a std::array, ReLU by a mask assignment
#include "decoder_layer.hpp"

#include <xtensor/xmasked_view.hpp>

#include <array>
#include <iostream>

namespace softmark {
namespace {

const Matrix& show(const char* name, const Matrix& m) {
  std::cout << name << " (" << m.shape(0) << ", " << m.shape(1) << ") mean " << xt::mean(m)()
            << " range " << xt::amin(m)() << " to " << xt::amax(m)() << '\n';
  record(name, m);
  return m;
}

Matrix linear(const Matrix& X, const Linear& layer) {
  Matrix Y = xt::broadcast(layer.b, {X.shape(0), layer.b.size()});
  Y += xt::linalg::dot(X, xt::transpose(layer.W));
  return Y;
}

}  // namespace

Matrix decoder_layer(const Matrix& source, const Matrix& target,
                     const DecoderParameters& parameters) {
  const auto& [own, norm1, other, norm2, expand, shrink, norm3] = parameters;
  std::array<Matrix, 3> change, x;

  change[0] = multi_head_attention(target, target, own.Wq, own.Wk, own.Wv, own.Wout, true);
  show("self-attention", change[0]);
  x[0] = layer_norm(target + change[0], norm1.gamma, norm1.beta, 1e-5);
  show("after self-attention", x[0]);

  change[1] = multi_head_attention(x[0], source, other.Wq, other.Wk, other.Wv, other.Wout, false);
  show("cross-attention", change[1]);
  x[1] = layer_norm(x[0] + change[1], norm2.gamma, norm2.beta, 1e-5);
  show("after cross-attention", x[1]);

  Matrix hidden = linear(x[1], expand);
  show("hidden", hidden);
  xt::masked_view(hidden, hidden < 0.0) = 0.0;
  change[2] = linear(hidden, shrink);
  x[2] = layer_norm(x[1] + show("feed-forward output", change[2]), norm3.gamma, norm3.beta, 1e-5);
  return x.back();
}

}  // namespace softmark
