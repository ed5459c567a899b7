// verdict: wrong_value
// says: it gives another result: something is kept between calls (static or global), was never set, or is written beyond an array

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  static Matrix scores;
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  if (scores.size() == 0) scores = xt::zeros<double>({X.shape(1), X.shape(1)});
  scores += xt::linalg::dot(xt::transpose(K), Q);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix attention = exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
  return xt::linalg::dot(V, attention);
}

}  // namespace softmark
