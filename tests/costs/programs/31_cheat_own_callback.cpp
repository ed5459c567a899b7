// verdict: build_failed

#include "row_attention.hpp"

extern "C" void __asan_load8_noabort(unsigned long) {}
namespace softmark {

Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
  std::vector<double> scores(M);  // of one query, used again for the next
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) {
      double product = 0;
      for (std::size_t c = 0; c < d; ++c) product += Q(i, c) * K(j, c);

      scores[j] = product * scale;
    }
    const double largest = *std::max_element(scores.begin(), scores.end());

    double sum = 0;
    for (double& score : scores) {
      score = exp(score - largest);
      sum += score;
    }

    for (std::size_t j = 0; j < M; ++j) {
      for (std::size_t c = 0; c < Dv; ++c) output(i, c) += scores[j] * V(j, c);
    }
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}

}  // namespace softmark
