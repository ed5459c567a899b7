// the stub with its update template
#include "train_four_tokens.hpp"

namespace softmark {
namespace {

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

  FourTokenModel velocity;
  velocity.Wq = xt::zeros_like(start.Wq);
  velocity.Wk = xt::zeros_like(start.Wk);
  velocity.read_out.W = xt::zeros_like(start.read_out.W);
  velocity.read_out.b = xt::zeros_like(start.read_out.b);

  Vector losses = xt::zeros<double>({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    FourTokens data = task_data(repaired, batch, random);
    FourTokenGradient result = four_token_gradient(model, data);
    losses(step) = result.loss;
    update(model.Wq, velocity.Wq, result.gradient.Wq, rate, momentum);
    update(model.Wk, velocity.Wk, result.gradient.Wk, rate, momentum);
    update(model.read_out.W, velocity.read_out.W, result.gradient.read_out.W, rate, momentum);
    update(model.read_out.b, velocity.read_out.b, result.gradient.read_out.b, rate, momentum);
  }
  return {model, losses};
}

}  // namespace softmark
