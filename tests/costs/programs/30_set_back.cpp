// verdict: too_costly
// limit: read_twice
// The stream is set back to its beginning, and read twice.
#include "online_softmax.hpp"

namespace softmark {

SoftmaxSum online_softmax(Stream& scores) {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  while (scores.has_next()) largest = std::max(largest, scores.next());
  reinterpret_cast<std::size_t*>(&scores)[3] = 0;
  while (scores.has_next()) sum += exp(scores.next() - largest);
  return {largest, sum};
}

}  // namespace softmark
