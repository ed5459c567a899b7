// verdict: too_costly
// limit: scores_kept

#include "online_softmax.hpp"

namespace softmark {

// Each group of eight scores becomes one pair (m, l). The pairs are joined at the end.
SoftmaxSum online_softmax(Stream& scores) {
  std::vector<SoftmaxSum> pairs;
  while (scores.has_next()) {
    Real m = scores.next();
    Real l = 1.0;
    for (int n = 1; n < 8 && scores.has_next(); ++n) {
      const Real s = scores.next();
      const Real m_new = std::max(m, s);
      l = l * exp(m - m_new) + exp(s - m_new);
      m = m_new;
    }
    pairs.push_back({m, l});
  }
  SoftmaxSum all = pairs[0];
  for (std::size_t p = 1; p < pairs.size(); ++p) {
    const Real m = std::max(all.largest, pairs[p].largest);
    all.sum = all.sum * exp(all.largest - m) + pairs[p].sum * exp(pairs[p].largest - m);
    all.largest = m;
  }
  return all;
}

}  // namespace softmark
