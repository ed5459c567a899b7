// exercise: 31_row_attention

#include "row_attention.hpp"

namespace softmark {

// No memory at all: the score is a function.
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {  // HERE
  const std::size_t d = Q.shape(1);
  const double scale = 1 / std::sqrt(double(d));
  const auto score = [&](std::size_t i, std::size_t j) {
    double dot = 0;
    for (std::size_t c = 0; c < d; ++c) dot += Q(i, c) * K(j, c);
    return dot * scale;
  };

  Rows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    double m = score(i, 0);
    for (std::size_t j = 1; j < K.shape(0); ++j) m = std::max(m, score(i, j));
    double sum = 0;
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      const double p = exp(score(i, j) - m);
      sum += p;
      for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) += p * V(j, c);
    }
    for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) /= sum;
  }
  return output;
}

}  // namespace softmark
