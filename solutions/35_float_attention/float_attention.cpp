#include "float_attention.hpp"

namespace softmark {

FloatRows float_attention(const FloatRows& Q, const FloatRows& K, const FloatRows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double root = std::sqrt(static_cast<double>(d));
  FloatRows output(N, Dv);
  std::vector<float> scores(M);
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) {
      double product = 0;
      for (std::size_t c = 0; c < d; ++c) product += static_cast<double>(Q(i, c)) * K(j, c);
      scores[j] = static_cast<float>(product / root);
    }
    const float largest = *std::max_element(scores.begin(), scores.end());

    double sum = 0;
    for (float& score : scores) {
      score = std::exp(score - largest);
      sum += score;
    }

    for (std::size_t c = 0; c < Dv; ++c) {
      double weighted = 0;
      for (std::size_t j = 0; j < M; ++j) weighted += static_cast<double>(scores[j]) * V(j, c);
      output(i, c) = static_cast<float>(weighted / sum);
    }
  }
  return output;
}

}  // namespace softmark
