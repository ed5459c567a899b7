#include "self_attention.hpp"

namespace softmark {
namespace {

// Given: the softmax of `scores` (N). Subtracting the largest score first keeps exp() from
// overflowing and changes nothing else.
Vector softmax(const Vector& scores) {
  Vector exponentials = xt::exp(scores - xt::amax(scores)());
  return exponentials / xt::sum(exponentials)();
}

}  // namespace

// Replace each `throw` by your code. Name the types (Matrix, Vector): they show the shapes.
Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  const std::size_t N = X.shape(1);

  // Given: one query, key and value for each token (equations 12.2 and 12.4).
  std::vector<Matrix> all_queries;  // N columns (Dq, 1)
  std::vector<Matrix> all_keys;     // N columns (Dq, 1)
  std::vector<Matrix> all_values;   // N columns (Dv, 1)
  for (std::size_t n = 0; n < N; ++n) {
    Matrix x = xt::view(X, xt::all(), xt::range(n, n + 1));  // (D, 1)
    all_queries.push_back(xt::linalg::dot(query.omega, x) + query.beta);
    all_keys.push_back(xt::linalg::dot(key.omega, x) + key.beta);
    all_values.push_back(xt::linalg::dot(value.omega, x) + value.beta);
    record("query", all_queries[n]);
    record("key", all_keys[n]);
    record("value", all_values[n]);
  }

  Matrix X_prime = xt::zeros<double>({value.omega.shape(0), N});  // (Dv, N)
  for (std::size_t n = 0; n < N; ++n) {
    Vector scores = xt::zeros<double>({N});  // (N): how well each key matches query n
    for (std::size_t m = 0; m < N; ++m) {
      // TODO 1: store in scores(m) the dot product of key m and query n (equation 12.5).
      throw NotImplemented("TODO 1: dot product");
    }
    record("scores", scores);

    Vector attention = softmax(scores);  // (N): positive, sums to one
    record("attention weights", attention);

    Matrix x_prime = xt::zeros_like(all_values[n]);  // (Dv, 1)
    // TODO 2: make x_prime the sum of all values, each times its attention weight (equation 12.3).
    throw NotImplemented("TODO 2: weighted sum");
    record("weighted sum", x_prime);
    xt::view(X_prime, xt::all(), xt::range(n, n + 1)) = x_prime;
  }
  return X_prime;
}

}  // namespace softmark
