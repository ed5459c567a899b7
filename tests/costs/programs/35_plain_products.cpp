// verdict: wrong_value
// limit: products

#include "float_attention.hpp"

#include <cmath>
#include <vector>

namespace softmark {

static float product_of_rows(const FloatRows& A, std::size_t i, const FloatRows& B, std::size_t j) {
  float sum = 0;
  for (std::size_t c = 0; c < A.shape(1); ++c) sum += A(i, c) * B(j, c);
  return sum;
}

FloatRows float_attention(const FloatRows& Q, const FloatRows& K, const FloatRows& V) {
  FloatRows output(Q.shape(0), V.shape(1));
  const std::size_t M = K.shape(0);
  const double root = std::sqrt(static_cast<double>(Q.shape(1)));
  std::vector<double> weights(M);
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < M; ++j) {
      const double score = product_of_rows(Q, i, K, j);
      weights[j] = score / root;
      if (j == 0 || weights[j] > largest) largest = weights[j];
    }
    double sum = 0;
    for (double& w : weights) sum += w = std::exp(w - largest);
    for (std::size_t c = 0; c < V.shape(1); ++c) {
      double o = 0;
      for (std::size_t j = 0; j < M; ++j) o += weights[j] * static_cast<double>(V(j, c));
      output(i, c) = static_cast<float>(o / sum);
    }
  }
  return output;
}

}  // namespace softmark
