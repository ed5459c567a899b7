#include "token_classifier.hpp"

namespace softmark {

Classification token_classifier(const Matrix& X, const xt::xtensor<int, 1>& y,
                                const Linear& layer) {
  const std::size_t N = X.shape(0);

  Matrix logits = xt::linalg::dot(X, xt::transpose(layer.W)) + layer.b;  // (N, 2)
  record("logits", logits);

  Matrix shifted = logits - xt::amax(logits, {1}, xt::keep_dims);  // (N, 2)
  Matrix exponentials = xt::exp(shifted);                          // (N, 2)
  Matrix sums = xt::sum(exponentials, {1}, xt::keep_dims);         // (N, 1)
  Matrix log_probabilities = shifted - xt::log(sums);              // (N, 2)
  record("log probabilities", log_probabilities);

  Matrix probabilities = xt::exp(log_probabilities);  // (N, 2)

  double loss = 0;
  double accuracy = 0;
  for (std::size_t n = 0; n < N; ++n) {
    loss += -log_probabilities(n, y(n)) / N;

    const int predicted = probabilities(n, 1) > probabilities(n, 0) ? 1 : 0;
    if (predicted == y(n)) accuracy += 1.0 / N;
  }
  return {probabilities, loss, accuracy};
}

}  // namespace softmark
