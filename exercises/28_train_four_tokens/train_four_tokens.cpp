#include "train_four_tokens.hpp"

namespace softmark {
namespace {

// Replace each `throw` by your code.

// TODO 1: one step of one array of parameters, a Matrix or a Vector: first its velocity, then the
// parameter itself.
template <class Array>
[[maybe_unused]] void update([[maybe_unused]] Array& parameter, [[maybe_unused]] Array& velocity,
                             [[maybe_unused]] const Array& gradient, [[maybe_unused]] double rate,
                             [[maybe_unused]] double momentum) {
  throw NotImplemented("TODO 1: update");
}

}  // namespace

FourTokenTraining train_four_tokens([[maybe_unused]] bool repaired, const FourTokenModel& start,
                                    std::size_t steps, [[maybe_unused]] std::size_t batch,
                                    [[maybe_unused]] double rate, [[maybe_unused]] double momentum,
                                    [[maybe_unused]] std::mt19937& random) {
  FourTokenModel model = start;

  // TODO 2: a velocity for each of the four arrays, of the same shape and filled with zeros.
  FourTokenModel velocity;
  throw NotImplemented("TODO 2: velocities");

  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    // TODO 3: a new batch, and the loss and the gradient of the present model for it.
    throw NotImplemented("TODO 3: batch and gradient");

    // TODO 4: keep the loss, and update all four arrays.
    throw NotImplemented("TODO 4: step");
  }
  return {model, losses};
}

}  // namespace softmark
