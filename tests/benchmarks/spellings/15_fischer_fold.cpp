// algebra first: the query is pulled through the key layer, so that keys are never made
#include "single_query_attention.hpp"

namespace softmark {

// q . (W x + b) = (q W) . x + q . b, and the second term is the same for all tokens of a softmax.
Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  const std::size_t B = X.shape(0);
  const std::size_t N = X.shape(1);
  const std::size_t E = X.shape(2);

  Matrix asked = xt::linalg::dot(q, key.W);  // (1, E)
  Matrix flat = xt::reshape_view(X, {B * N, E});

  Matrix scores = xt::linalg::dot(flat, xt::transpose(asked)) / std::sqrt(double(q.shape(1)));
  scores.reshape({B, N});

  Vector largest = xt::amax(scores, {1});
  Matrix unnormalized = xt::exp(xt::transpose(xt::transpose(scores) - largest));
  Vector totals = xt::sum(unnormalized, {1});
  Matrix weights = xt::transpose(xt::transpose(unnormalized) / totals);

  // The mean of the tokens goes through the value layer as a whole, since the weights sum to one.
  Matrix pooled = xt::zeros<double>({B, E});
  for (std::size_t n = 0; n < N; ++n) {
    pooled += xt::view(weights, xt::all(), xt::range(n, n + 1)) * xt::view(X, xt::all(), n, xt::all());
  }
  return Matrix(xt::linalg::dot(pooled, xt::transpose(value.W)) + value.b);
}

}  // namespace softmark
