#include "online_softmax.hpp"

namespace softmark {

SoftmaxSum online_softmax(Stream& scores) {
  double largest = -std::numeric_limits<double>::infinity();
  double sum = 0;
  while (scores.has_next()) {
    const double score = scores.next();
    if (score > largest) {
      sum *= exp(largest - score);  // at the first score this is 0 times 0
      largest = score;
    }
    sum += exp(score - largest);
  }
  return {largest, sum};
}

}  // namespace softmark
