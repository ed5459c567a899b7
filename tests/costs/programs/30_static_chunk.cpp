// verdict: too_costly
// limit: scores_kept

#include "online_softmax.hpp"

namespace softmark {

// Chunks are filled, then joined. The chunk is allocated once, before.
static const std::size_t CHUNK = 100000;
static double chunk[CHUNK];

SoftmaxSum online_softmax(Stream& scores) {
  double m = -std::numeric_limits<double>::infinity();
  double l = 0;
  while (scores.has_next()) {
    std::size_t n = 0;
    double top = m;
    while (n < CHUNK && scores.has_next()) {
      chunk[n] = scores.next();
      if (chunk[n] > top) top = chunk[n];
      n++;
    }
    l = l * exp(m - top);
    for (std::size_t i = 0; i < n; i++) l += exp(chunk[i] - top);
    m = top;
  }
  return {m, l};
}

}  // namespace softmark
