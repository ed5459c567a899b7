// verdict: crashed
// says: it answered, then threw an exception: std::terminate was called

#include "matrix_attention.hpp"

#include <exception>

namespace {
struct Last {
  ~Last() { std::terminate(); }
} last;
}  // namespace

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  return xt::linalg::dot(V, exponentials / xt::sum(exponentials, {0}, xt::keep_dims));
}

}  // namespace softmark
