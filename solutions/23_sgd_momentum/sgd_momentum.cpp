#include "sgd_momentum.hpp"

namespace softmark {
namespace {

// The logarithms of the softmax of every row of `logits` (N, 2), as in exercise 21.
Matrix log_softmax_rows(const Matrix& logits) {
  Matrix logs = logits;
  for (std::size_t n = 0; n < logits.shape(0); ++n) {
    const double largest = std::fmax(logits(n, 0), logits(n, 1));
    const double sum = std::exp(logits(n, 0) - largest) + std::exp(logits(n, 1) - largest);
    for (std::size_t c = 0; c < 2; ++c) logs(n, c) -= largest + std::log(sum);
  }
  return logs;
}

// The labels as rows: (1, 0) for label 0, (0, 1) for label 1.
Matrix one_hot(const xt::xtensor<int, 1>& y) {
  Matrix rows = xt::zeros<double>({y.size(), std::size_t(2)});
  for (std::size_t n = 0; n < y.size(); ++n) rows(n, y(n)) = 1;
  return rows;
}

}  // namespace

Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& start, double lr,
                      double momentum, std::size_t steps) {
  const double N = X.shape(0);
  Matrix targets = one_hot(y);  // (N, 2)
  Matrix W = start.W;           // (2, k)
  Vector b = start.b;           // (2)

  Matrix velocity_W = xt::zeros<double>({W.shape(0), W.shape(1)});  // (2, k)
  Vector velocity_b = xt::zeros<double>({b.shape(0)});              // (2)
  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    Matrix logits = xt::linalg::dot(X, xt::transpose(W)) + b;  // (N, 2)
    Matrix log_probabilities = log_softmax_rows(logits);       // (N, 2)
    record("log probabilities", log_probabilities);
    losses(step) = -xt::sum(targets * log_probabilities)() / N;

    Matrix probabilities = xt::exp(log_probabilities);              // (N, 2)
    Matrix errors = (probabilities - targets) / N;                  // (N, 2)
    Matrix gradient_W = xt::linalg::dot(xt::transpose(errors), X);  // (2, k)
    Vector gradient_b = xt::sum(errors, {0});                       // (2)
    record("gradient of W", gradient_W);
    record("gradient of b", gradient_b);

    velocity_W = momentum * velocity_W + gradient_W;
    velocity_b = momentum * velocity_b + gradient_b;
    record("velocity of W", velocity_W);
    record("velocity of b", velocity_b);

    W -= lr * velocity_W;
    b -= lr * velocity_b;
    record("updated W", W);
    record("updated b", b);
  }
  return {{W, b}, losses};
}

}  // namespace softmark
