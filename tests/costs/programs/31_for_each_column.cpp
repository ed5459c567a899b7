// verdict: too_costly
// limit: work_again

#include "row_attention.hpp"

#include <algorithm>

namespace softmark {

static std::vector<Real> weights(const Rows& Q, size_t i, const Rows& K) {
  std::vector<Real> w(K.shape(0));
  for (size_t j = 0; j < w.size(); j++) {
    Real s = 0.0;
    for (size_t c = 0; c < K.shape(1); c++) s += Q(i, c) * K(j, c);
    w[j] = s / std::sqrt(double(K.shape(1)));
  }
  const Real top = *std::max_element(w.begin(), w.end());
  Real sum = 0.0;
  for (Real& x : w) {
    x = exp(x - top);
    sum += x;
  }
  for (Real& x : w) x /= sum;
  return w;
}

static Real element(const Rows& Q, const Rows& K, const Rows& V, size_t i, size_t c) {
  const std::vector<Real> w = weights(Q, i, K);
  Real sum = 0.0;
  for (size_t j = 0; j < w.size(); j++) sum += w[j] * V(j, c);
  return sum;
}

Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  Rows output(Q.shape(0), V.shape(1));
  for (size_t i = 0; i < output.shape(0); i++)
    for (size_t c = 0; c < output.shape(1); c++) output(i, c) = element(Q, K, V, i, c);
  return output;
}

}  // namespace softmark
