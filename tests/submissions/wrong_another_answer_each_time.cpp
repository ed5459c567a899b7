// verdict: wrong_value
// says: Called twice with the same arguments, it gives different results

#include "matrix_attention.hpp"

#include <cstdlib>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix attention = exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
  for (double& weight : attention) weight *= std::rand() % 1000 / 500.0;
  return xt::linalg::dot(V, attention);
}

}  // namespace softmark
