// C manner: while, memcpy into a one-row matrix that is made once
#include "train_counting.hpp"

#include <cassert>
#include <cstring>

namespace softmark {

CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double rate, std::mt19937& random) {
  AdamState state;
  state.theta = flat(start);
  const size_t P = state.theta.size();
  state.m.resize({P});
  state.v.resize({P});
  memset(state.m.data(), 0, P * sizeof(double));
  memset(state.v.data(), 0, P * sizeof(double));
  state.steps = 0;

  Matrix grad = Matrix::from_shape({1, P});
  Vector losses = Vector::from_shape({steps});
  double* loss = losses.data();
  size_t left = steps;
  while (left--) {
    CountingData data = counting_data(batch, random);
    assert(data.X.shape(0) == batch);
    LossAndGradient lg = counting_gradient(data.X, data.y, unflat(state.theta, start));
    *loss++ = lg.loss;
    Vector g = flat(lg.gradient);
    memcpy(grad.data(), g.data(), P * sizeof *grad.data());
    state = adam(state, grad, rate);
  }
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
