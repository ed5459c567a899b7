// verdict: passed

#include "row_attention.hpp"
namespace softmark {
static void up_to(std::size_t i, const Rows& Q, const Rows& K, const Rows& V, std::vector<double>& p, Rows& output) {
  if (i > 0) up_to(i - 1, Q, K, V, p, output);
  double m = -std::numeric_limits<double>::infinity(), l = 0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    double s = 0;
    for (std::size_t c = 0; c < Q.shape(1); ++c) s += Q(i, c) * K(j, c);
    p[j] = s / std::sqrt(static_cast<double>(Q.shape(1)));
    m = std::max(m, p[j]);
  }
  for (double& x : p) { x = exp(x - m); l += x; }
  for (std::size_t j = 0; j < p.size(); ++j)
    for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) += p[j] * V(j, c);
  for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) /= l;
}
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  Rows output(Q.shape(0), V.shape(1));
  std::vector<double> p(K.shape(0));
  up_to(Q.shape(0) - 1, Q, K, V, p, output);
  return output;
}
}  // namespace softmark
