// object oriented: a Trainer that owns the state, progress on std::cout now and then
#include "train_counting.hpp"

#include <iostream>
#include <utility>

namespace softmark {
namespace {

class Trainer {
 public:
  Trainer(CountingModel model, double rate) : model_{std::move(model)}, rate_{rate} {
    const Vector parameters = flat(model_);
    const Vector nothing(parameters.shape(), 0.0);
    state_ = AdamState{parameters, nothing, nothing, 0.0};
  }

  double learn(const CountingData& data) {
    const auto [loss, gradient] = counting_gradient(data.X, data.y, model_);
    const Vector g = flat(gradient);
    Matrix row({1, g.size()});
    xt::row(row, 0) = g;
    state_ = adam(state_, row, rate_);
    model_ = unflat(state_.theta, model_);
    return loss;
  }

  const CountingModel& model() const noexcept { return model_; }

 private:
  CountingModel model_;
  AdamState state_;
  double rate_;
};

}  // namespace

CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double rate, std::mt19937& random) {
  Trainer trainer(start, rate);
  CountingTraining result;
  result.losses = xt::zeros<double>({steps});
  for (std::size_t i = 0; i < steps; ++i) {
    result.losses(i) = trainer.learn(counting_data(batch, random));
    if (i % 200 == 0) std::cout << "step " << i << "  loss " << result.losses(i) << '\n';
  }
  result.model = trainer.model();
  return result;
}

}  // namespace softmark
