// object style: a class with a member for the running state, token-wise feed-forward in plain loops
#include "decoder_layer.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace softmark {
namespace {

class Decoder {
 public:
  Decoder(Matrix start, const DecoderParameters& parameters)
      : state_(std::move(start)), parameters_(parameters) {}

  Decoder& ask_itself() {
    const Heads& h = parameters_.self_attention;
    return add(multi_head_attention(state_, state_, h.Wq, h.Wk, h.Wv, h.Wout, true),
               parameters_.norm1);
  }

  Decoder& ask(const Matrix& source) {
    const Heads& h = parameters_.cross_attention;
    return add(multi_head_attention(state_, source, h.Wq, h.Wk, h.Wv, h.Wout, false),
               parameters_.norm2);
  }

  Decoder& think() {
    Matrix change = xt::zeros_like(state_);
    for (std::size_t i = 0; i < state_.shape(0); ++i) {
      Vector token = xt::row(state_, i);
      Vector hidden = apply(parameters_.expand, token);
      std::transform(hidden.begin(), hidden.end(), hidden.begin(),
                     [](double value) { return std::max(value, 0.0); });
      xt::row(change, i) = apply(parameters_.shrink, hidden);
    }
    return add(change, parameters_.norm3);
  }

  const Matrix& result() const { return state_; }

 private:
  static Vector apply(const Linear& layer, const Vector& x) {
    return xt::linalg::dot(layer.W, x) + layer.b;
  }

  Decoder& add(const Matrix& change, const ScaleAndShift& norm) {
    assert(change.shape() == state_.shape());
    state_ = layer_norm(state_ + change, norm.gamma, norm.beta, 1e-5);
    return *this;
  }

  Matrix state_;
  const DecoderParameters& parameters_;
};

}  // namespace

Matrix decoder_layer(const Matrix& source, const Matrix& target,
                     const DecoderParameters& parameters) {
  return Decoder(target, parameters).ask_itself().ask(source).think().result();
}

}  // namespace softmark
