// NumPy manner: stack all tokens, broadcast with newaxis, sum over an axis
#include "self_attention.hpp"

#include <xtensor/xbuilder.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xview.hpp>

namespace softmark {

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  Matrix q = xt::linalg::dot(query.omega, X) + query.beta;  // (Dq, N)
  Matrix k = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix v = xt::linalg::dot(value.omega, X) + value.beta;

  // scores[n, m] = sum_d q[d, n] * k[d, m]
  Matrix scores = xt::sum(xt::view(q, xt::all(), xt::all(), xt::newaxis()) *
                              xt::view(k, xt::all(), xt::newaxis(), xt::all()),
                          {0});
  Vector m = xt::amax(scores, {1});
  Matrix e = xt::exp(scores - xt::view(m, xt::all(), xt::newaxis()));
  Vector z = xt::sum(e, {1});
  Matrix a = e / xt::expand_dims(z, 1);

  // out[d, n] = sum_m a[n, m] * v[d, m]
  Matrix out = xt::sum(xt::expand_dims(a, 0) * xt::expand_dims(v, 1), {2});
  return out;
}

}  // namespace softmark
