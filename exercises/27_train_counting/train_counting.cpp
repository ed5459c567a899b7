#include "train_counting.hpp"

namespace softmark {

// Replace each `throw` by your code.
CountingTraining train_counting(const CountingModel& start, std::size_t steps,
                                [[maybe_unused]] std::size_t batch, [[maybe_unused]] double rate,
                                [[maybe_unused]] std::mt19937& random) {
  // TODO 1: what Adam knows before the first step (exercise 20): the parameters, flat, and zeros.
  AdamState state;
  throw NotImplemented("TODO 1: Adam's state");

  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    // TODO 2: a new batch (exercise 25), and the model as it is now.
    throw NotImplemented("TODO 2: batch and model");

    // TODO 3: its loss and gradient (exercise 19). The loss is kept.
    throw NotImplemented("TODO 3: loss and gradient");

    // TODO 4: one step of Adam. It wants the gradient as a matrix with one row.
    throw NotImplemented("TODO 4: step");
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
