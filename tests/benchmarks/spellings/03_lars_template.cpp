// stub with const locals, a template for the head list, vstack
#include "two_head_attention.hpp"

#include <cmath>

namespace softmark {
namespace {

Matrix softmax_columns(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
}

Matrix attend(const Matrix& X, const Head& head) {
  const Matrix Q = xt::linalg::dot(head.query.omega, X) + head.query.beta;
  const Matrix K = xt::linalg::dot(head.key.omega, X) + head.key.beta;
  const Matrix V = xt::linalg::dot(head.value.omega, X) + head.value.beta;
  const Matrix scores =
      xt::linalg::dot(xt::transpose(K), Q) / std::sqrt(static_cast<double>(Q.shape(0)));
  return xt::linalg::dot(V, softmax_columns(scores));
}

template <class... Heads>
Matrix attend_all(const Matrix& X, const Heads&... heads) {
  return xt::vstack(xt::xtuple(attend(X, heads)...));
}

}  // namespace

Matrix two_head_attention(const Matrix& X, const Head& head1, const Head& head2,
                          const Matrix& omega_c) {
  return xt::linalg::dot(omega_c, attend_all(X, head1, head2));
}

}  // namespace softmark
