// verdict: too_costly
// limit: twice

#include "row_attention.hpp"


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
double again = 0; for (std::size_t c = 0; c < d; ++c) { double a, b; auto* p = reinterpret_cast<const unsigned char*>(&Q(i, c)); auto* q = reinterpret_cast<const unsigned char*>(&K(j, c)); for (int n = 0; n < 8; ++n) { reinterpret_cast<unsigned char*>(&a)[n] = p[n]; reinterpret_cast<unsigned char*>(&b)[n] = q[n]; } again += a * b; } product = again;
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
