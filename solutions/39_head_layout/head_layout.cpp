#include "head_layout.hpp"

namespace softmark {

// Columns first to first + d - 1 of A, in memory of their own, where they fill whole lines.
static Rows head_of(const Rows& A, std::size_t first, std::size_t d) {
  Rows head(A.shape(0), d);
  for (std::size_t j = 0; j < A.shape(0); ++j) {
    for (std::size_t c = 0; c < d; ++c) head(j, c) = A(j, first + c);
  }
  return head;
}

Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1) / heads;
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Q.shape(1));
  std::vector<double> scores(M);  // of one query of one head
  for (std::size_t h = 0; h < heads; ++h) {
    const std::size_t first = h * d;
    const Rows keys = head_of(K, first, d);
    const Rows values = head_of(V, first, d);
    // All queries of this head, while its keys and values are in the cache.
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < M; ++j) {
        double product = 0;
        for (std::size_t c = 0; c < d; ++c) product += Q(i, first + c) * keys(j, c);
        scores[j] = product * scale;
      }

      const double largest = *std::max_element(scores.begin(), scores.end());
      double sum = 0;
      for (double& score : scores) {
        score = exp(score - largest);
        sum += score;
      }

      for (std::size_t j = 0; j < M; ++j) {
        for (std::size_t c = 0; c < d; ++c) output(i, first + c) += scores[j] * values(j, c);
      }
      for (std::size_t c = 0; c < d; ++c) output(i, first + c) /= sum;
    }
  }
  return output;
}

}  // namespace softmark
