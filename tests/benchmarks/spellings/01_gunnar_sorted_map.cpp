// multimap of the scores, weights largest first, compound assignment on a column
#include "self_attention.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <ranges>

namespace softmark {

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  const Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  const Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  const Matrix V = xt::linalg::dot(value.omega, X) + value.beta;

  Matrix result = xt::zeros_like(V);
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    std::multimap<double, std::size_t, std::greater<>> ranking;
    for (std::size_t m = 0; m < X.shape(1); ++m) {
      const double score = xt::sum(xt::col(K, m) * xt::col(Q, n))();
      ranking.emplace(score, m);
    }
    const double best = ranking.begin()->first;
    double total = 0.0;
    for (const auto& [score, m] : ranking) {
      const double e = std::exp(score - best);
      xt::col(result, n) += e * xt::col(V, m);
      total += e;
    }
    xt::col(result, n) /= total;
  }
  return result;
}

}  // namespace softmark
