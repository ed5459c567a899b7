#include "token_classifier.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Classification token_classifier(const Matrix& X, [[maybe_unused]] const xt::xtensor<int, 1>& y,
                                [[maybe_unused]] const Linear& layer) {
  const std::size_t N = X.shape(0);

  // TODO 1: the logits of all tokens.
  Matrix logits;  // (N, 2)
  throw NotImplemented("TODO 1: logits");
  record("logits", logits);

  // TODO 2: the logarithms of the probabilities, straight from the logits.
  Matrix log_probabilities;  // (N, 2)
  throw NotImplemented("TODO 2: logarithms of the probabilities");
  record("log probabilities", log_probabilities);

  // TODO 3: the probabilities.
  Matrix probabilities;  // (N, 2)
  throw NotImplemented("TODO 3: probabilities");

  double loss = 0;
  double accuracy = 0;
  for (std::size_t n = 0; n < N; ++n) {
    // TODO 4: what token n with its label y(n) adds to the mean loss.
    throw NotImplemented("TODO 4: loss");

    // TODO 5: what it adds to the accuracy.
    throw NotImplemented("TODO 5: accuracy");
  }
  return {probabilities, loss, accuracy};
}

}  // namespace softmark
