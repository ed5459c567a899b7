// exercise: 31_row_attention
#include "row_attention.hpp"

namespace softmark {

void uncounted() { asm("nop"); }  // HERE

Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t d = Q.shape(1);
  Rows output(Q.shape(0), V.shape(1));
  std::vector<double> scores(K.shape(0));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      scores[j] = 0;
      for (std::size_t c = 0; c < d; ++c) scores[j] += Q(i, c) * K(j, c);
      scores[j] /= std::sqrt(static_cast<double>(d));
    }
    double largest = scores[0], sum = 0;
    for (const double& score : scores) largest = std::max(largest, score);
    for (double& score : scores) sum += score = exp(score - largest);
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) += scores[j] * V(j, c);
    }
    for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) /= sum;
  }
  return output;
}

}  // namespace softmark
