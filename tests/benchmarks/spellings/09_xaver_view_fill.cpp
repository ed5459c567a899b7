// hides with range views and fill, softmax in place, record of half the steps
#include "causal_attention.hpp"

namespace softmark {
namespace {

void hide_future(Matrix& S) {
  using namespace xt::placeholders;
  const std::size_t rows = S.shape(0), cols = S.shape(1);
  for (std::size_t i = 0; i + 1 < rows; ++i) {
    auto later = xt::view(S, i, xt::range(i + cols - rows + 1, _));
    later.fill(-INFINITY);
  }
}

void softmax_in_place(Matrix& S) {
  S -= Matrix(xt::amax(S, {1}, xt::keep_dims));
  S = xt::exp(S);
  S /= Matrix(xt::sum(S, {1}, xt::keep_dims));
}

}  // namespace

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  Matrix S = xt::linalg::dot(Q, xt::transpose(K));
  S *= 1.0 / std::sqrt(Q.shape(1));
  hide_future(S);
  softmax_in_place(S);
  record("attention weights", S);
  return xt::linalg::dot(S, V);
}

}  // namespace softmark
