#include "matrix_attention.hpp"
#include <xtensor/xbroadcast.hpp>
namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key, const Projection& value) {
  using namespace xt::placeholders;
  Matrix Q = xt::linalg::dot(query.omega, X) + xt::broadcast(query.beta, {query.beta.shape(0), X.shape(1)});
  Matrix K = xt::linalg::dot(key.omega, X) + xt::repeat(key.beta, X.shape(1), 1);
  Matrix V = xt::linalg::dot(value.omega, X) + xt::tile(value.beta, {std::size_t(1), X.shape(1)});
  auto k3 = xt::view(K, xt::all(), xt::all(), xt::newaxis());
  auto q3 = xt::view(Q, xt::all(), xt::newaxis(), xt::all());
  Matrix scores = xt::sum(k3 * q3, {0});
  Matrix e = xt::exp(scores - xt::amax(scores, {0}));
  Matrix a = e / xt::sum(e, {0});
  return xt::sum(xt::view(V, xt::all(), xt::all(), xt::newaxis()) * xt::view(a, xt::newaxis(), xt::all(), xt::all()), {1});
}
}
