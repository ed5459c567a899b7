// STL algorithms on the columns: inner_product, transform, accumulate
#include "self_attention.hpp"

#include <algorithm>
#include <numeric>

namespace softmark {
namespace {

std::vector<Matrix> project(const Matrix& X, const Projection& p, const char* name) {
  std::vector<Matrix> columns;
  columns.reserve(X.shape(1));
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    Matrix x = xt::view(X, xt::all(), xt::range(n, n + 1));
    columns.emplace_back(xt::linalg::dot(p.omega, x) + p.beta);
    record(name, columns.back());
  }
  return columns;
}

std::vector<double> softmax(std::vector<double> s) {
  const double top = *std::max_element(s.cbegin(), s.cend());
  std::transform(s.begin(), s.end(), s.begin(), [top](double x) { return std::exp(x - top); });
  const double total = std::accumulate(s.begin(), s.end(), 0.0);
  std::for_each(s.begin(), s.end(), [total](double& x) { x /= total; });
  return s;
}

}  // namespace

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  const auto queries = project(X, query, "query");
  const auto keys = project(X, key, "key");
  const auto values = project(X, value, "value");

  Matrix result = xt::zeros<double>({value.omega.shape(0), X.shape(1)});
  std::size_t n = 0;
  for (const Matrix& q : queries) {
    std::vector<double> scores(keys.size());
    std::transform(keys.begin(), keys.end(), scores.begin(), [&q](const Matrix& k) {
      return std::inner_product(k.begin(), k.end(), q.begin(), 0.0);
    });
    const std::vector<double> weights = softmax(scores);

    Matrix x_prime = xt::zeros_like(values.front());
    for (std::size_t m = 0; m != values.size(); ++m) {
      std::transform(x_prime.begin(), x_prime.end(), values[m].begin(), x_prime.begin(),
                     [w = weights[m]](double sum, double v) { return sum + w * v; });
    }
    std::copy(x_prime.cbegin(), x_prime.cend(), xt::col(result, n++).begin());
  }
  return result;
}

}  // namespace softmark
