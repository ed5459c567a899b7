// verdict: wrong_value
// says: called after calls with other arguments, it breaks off: something is kept between calls

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  static Matrix scores = xt::zeros<double>({X.shape(1), X.shape(1)});
  xt::view(scores, xt::all(), xt::all()) = xt::linalg::dot(xt::transpose(K), Q);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix attention = exponentials / xt::sum(exponentials, {0}, xt::keep_dims);
  return xt::linalg::dot(V, attention);
}

}  // namespace softmark
