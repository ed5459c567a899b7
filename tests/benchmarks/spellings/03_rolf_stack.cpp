// xt::stack of two results, copied into a matrix; explicit broadcast
#include "two_head_attention.hpp"

#include <functional>
#include <numeric>

namespace softmark {
namespace {

Matrix column_softmax(Matrix s) {
  s -= xt::eval(xt::view(Vector(xt::amax(s, {0})), xt::newaxis(), xt::all()));
  std::for_each(s.begin(), s.end(), [](double& x) { x = std::exp(x); });
  const Vector z = xt::sum(s, {0});
  for (std::size_t j = 0; j < z.size(); ++j) xt::view(s, xt::all(), j) /= z(j);
  return s;
}

Matrix attend(const Matrix& X, const Head& head) {
  const auto through = [&X](const Projection& p) {
    return Matrix{xt::linalg::dot(p.omega, X) + xt::broadcast(p.beta, {p.beta.shape(0), X.shape(1)})};
  };
  const Matrix Q = through(head.query);
  const Matrix K = through(head.key);
  record("queries", Q);
  record("keys", K);
  const double inverse = 1. / std::sqrt(static_cast<double>(Q.shape()[0]));
  return xt::linalg::dot(through(head.value),
                         column_softmax(inverse * xt::linalg::dot(xt::transpose(K), Q)));
}

}  // namespace

Matrix two_head_attention(const Matrix& X, const Head& head1, const Head& head2,
                          const Matrix& omega_c) {
  Matrix sa1 = attend(X, head1), sa2 = attend(X, head2);
  Tensor3 both = xt::stack(xt::xtuple(sa1, sa2), 0);  // (2, Dv, N)
  Matrix heads = Matrix::from_shape({2 * sa1.shape(0), X.shape(1)});
  std::copy(both.begin(), both.end(), heads.begin());
  return xt::linalg::dot(omega_c, heads);
}

}  // namespace softmark
