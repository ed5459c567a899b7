#include "sgd_momentum.hpp"

namespace softmark {
namespace {

// Given: the logarithms of the softmax of every row of `logits` (N, 2), as in exercise 21.
[[maybe_unused]] Matrix log_softmax_rows(const Matrix& logits) {
  Matrix logs = logits;
  for (std::size_t n = 0; n < logits.shape(0); ++n) {
    const double largest = std::fmax(logits(n, 0), logits(n, 1));
    const double sum = std::exp(logits(n, 0) - largest) + std::exp(logits(n, 1) - largest);
    for (std::size_t c = 0; c < 2; ++c) logs(n, c) -= largest + std::log(sum);
  }
  return logs;
}

// Given: the labels as rows: (1, 0) for label 0, (0, 1) for label 1.
Matrix one_hot(const xt::xtensor<int, 1>& y) {
  Matrix rows = xt::zeros<double>({y.size(), std::size_t(2)});
  for (std::size_t n = 0; n < y.size(); ++n) rows(n, y(n)) = 1;
  return rows;
}

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Training sgd_momentum([[maybe_unused]] const Matrix& X, const xt::xtensor<int, 1>& y,
                      const Linear& start, [[maybe_unused]] double lr,
                      [[maybe_unused]] double momentum, std::size_t steps) {
  Matrix targets = one_hot(y);  // (N, 2)
  Matrix W = start.W;           // (2, k)
  Vector b = start.b;           // (2)

  Matrix velocity_W = xt::zeros<double>({W.shape(0), W.shape(1)});  // (2, k)
  Vector velocity_b = xt::zeros<double>({b.shape(0)});              // (2)
  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    // TODO 1: the logarithms of the probabilities that W and b give, and losses(step).
    Matrix log_probabilities;  // (N, 2)
    throw NotImplemented("TODO 1: log probabilities and loss");
    record("log probabilities", log_probabilities);

    // TODO 2: the gradients of the loss.
    Matrix gradient_W;  // (2, k)
    Vector gradient_b;  // (2)
    throw NotImplemented("TODO 2: gradients");
    record("gradient of W", gradient_W);
    record("gradient of b", gradient_b);

    // TODO 3: the new velocities.
    throw NotImplemented("TODO 3: velocities");
    record("velocity of W", velocity_W);
    record("velocity of b", velocity_b);

    // TODO 4: the new W and b.
    throw NotImplemented("TODO 4: update");
    record("updated W", W);
    record("updated b", b);
  }
  return {{W, b}, losses};
}

}  // namespace softmark
