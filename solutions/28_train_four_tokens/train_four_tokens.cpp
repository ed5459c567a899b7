#include "train_four_tokens.hpp"

namespace softmark {
namespace {

// One step of one array of parameters, a Matrix or a Vector.
template <class Array>
void update(Array& parameter, Array& velocity, const Array& gradient, double rate,
            double momentum) {
  velocity = momentum * velocity + gradient;
  parameter -= rate * velocity;
}

}  // namespace

FourTokenTraining train_four_tokens(bool repaired, const FourTokenModel& start, std::size_t steps,
                                    std::size_t batch, double rate, double momentum,
                                    std::mt19937& random) {
  FourTokenModel model = start;
  FourTokenModel velocity{
      0.0 * start.Wq, 0.0 * start.Wk, {0.0 * start.read_out.W, 0.0 * start.read_out.b}};

  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    FourTokens data = task_data(repaired, batch, random);
    FourTokenGradient now = four_token_gradient(model, data);
    losses(step) = now.loss;

    update(model.Wq, velocity.Wq, now.gradient.Wq, rate, momentum);
    update(model.Wk, velocity.Wk, now.gradient.Wk, rate, momentum);
    update(model.read_out.W, velocity.read_out.W, now.gradient.read_out.W, rate, momentum);
    update(model.read_out.b, velocity.read_out.b, now.gradient.read_out.b, rate, momentum);
  }
  return {model, losses};
}

}  // namespace softmark
