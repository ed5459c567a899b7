// fills in the stub the way the hints suggest, keeps every record
#include "self_attention.hpp"

namespace softmark {
namespace {

Vector softmax(const Vector& scores) {
  Vector exponentials = xt::exp(scores - xt::amax(scores)());
  return exponentials / xt::sum(exponentials)();
}

}  // namespace

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  const std::size_t N = X.shape(1);

  std::vector<Matrix> all_queries;
  std::vector<Matrix> all_keys;
  std::vector<Matrix> all_values;
  for (std::size_t n = 0; n < N; ++n) {
    Matrix x = xt::view(X, xt::all(), xt::range(n, n + 1));
    all_queries.push_back(xt::linalg::dot(query.omega, x) + query.beta);
    all_keys.push_back(xt::linalg::dot(key.omega, x) + key.beta);
    all_values.push_back(xt::linalg::dot(value.omega, x) + value.beta);
    record("query", all_queries[n]);
    record("key", all_keys[n]);
    record("value", all_values[n]);
  }

  Matrix X_prime = xt::zeros<double>({value.omega.shape(0), N});
  for (std::size_t n = 0; n < N; ++n) {
    Vector scores = xt::zeros<double>({N});
    for (std::size_t m = 0; m < N; ++m) {
      scores(m) = xt::linalg::dot(xt::transpose(all_keys[m]), all_queries[n])(0, 0);
    }
    record("scores", scores);

    Vector attention = softmax(scores);
    record("attention weights", attention);

    Matrix x_prime = xt::zeros_like(all_values[n]);
    for (std::size_t m = 0; m < N; ++m) {
      x_prime += attention(m) * all_values[m];
    }
    record("weighted sum", x_prime);
    xt::view(X_prime, xt::all(), xt::range(n, n + 1)) = x_prime;
  }
  return X_prime;
}

}  // namespace softmark
