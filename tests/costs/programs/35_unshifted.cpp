// verdict: wrong_value
// limit: shifted

#include "float_attention.hpp"

#include <cmath>
#include <vector>

namespace softmark {

// In double there is room enough for the exponentials, so no largest score is needed.
FloatRows float_attention(const FloatRows& Q, const FloatRows& K, const FloatRows& V) {
  FloatRows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    std::vector<double> o(V.shape(1), 0.0);
    double sum = 0;
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      double s = 0;
      for (std::size_t c = 0; c < K.shape(1); ++c) s += double(Q(i, c)) * double(K(j, c));
      const double p = std::exp(s / std::sqrt(double(K.shape(1))));
      sum += p;
      for (std::size_t c = 0; c < o.size(); ++c) o[c] += p * V(j, c);
    }
    for (std::size_t c = 0; c < o.size(); ++c) output(i, c) = float(o[c] / sum);
  }
  return output;
}

}  // namespace softmark
