// boolean mask from triu, where() with infinity, xarray inside
#include "causal_attention.hpp"

#include <limits>

namespace softmark {

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  const double inf = std::numeric_limits<double>::infinity();
  const int shift = int(K.shape(0)) - int(Q.shape(0));

  xt::xarray<double> S = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(double(K.shape(1)));
  record("scaled scores", S);
  xt::xarray<double> future = xt::triu(xt::ones_like(S), shift + 1);
  xt::xarray<bool> hidden = future > 0.5;
  xt::xarray<double> masked = xt::where(hidden, -inf, S);

  xt::xarray<double> top = xt::amax(masked, {1});
  xt::xarray<double> e = xt::exp(masked - xt::expand_dims(top, 1));
  xt::xarray<double> z = xt::sum(e, {1});
  xt::xarray<double> A = e / xt::expand_dims(z, 1);
  return xt::linalg::dot(A, V);
}

}  // namespace softmark
