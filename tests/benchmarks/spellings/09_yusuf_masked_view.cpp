// masked_view and filter to hide the future, meshgrid for the positions
#include "causal_attention.hpp"

#include <xtensor/xindex_view.hpp>
#include <xtensor/xmasked_view.hpp>

namespace softmark {

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  const double nq = static_cast<double>(Q.shape(0)), nk = static_cast<double>(K.shape(0));
  Matrix scores = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(Q.shape(1));
  record("scaled scores", scores);

  auto grid = xt::meshgrid(xt::arange<double>(0., nq), xt::arange<double>(0., nk));
  xt::xtensor<bool, 2> future = std::get<1>(grid) > std::get<0>(grid) + (nk - nq);
  xt::filter(scores, future) = -std::numeric_limits<double>::infinity();

  Matrix peak = xt::amax(scores, {1}, xt::keep_dims);
  Matrix weights = xt::exp(scores - peak);
  Vector sums = xt::sum(weights, {1});
  weights = xt::transpose(Matrix(xt::transpose(weights) / sums));
  weights = xt::nan_to_num(weights);
  record("attention weights", weights);
  return xt::linalg::dot(weights, V);
}

}  // namespace softmark
