#include "online_softmax.hpp"

namespace softmark {

// Replace each `throw` by your code.
SoftmaxSum online_softmax(Stream& scores) {
  // TODO 1: what is known of the scores before the first one.
  throw NotImplemented("TODO 1: the largest score and the sum before the first score");
  while (scores.has_next()) {
    [[maybe_unused]] const double score = scores.next();
    // TODO 2: what is known with this score, too.
    throw NotImplemented("TODO 2: the largest score and the sum with one score more");
  }
  // TODO 3: what is known of all scores.
  throw NotImplemented("TODO 3: the result");
}

}  // namespace softmark
