// bias as one more column: hstack of weights, a column of ones at the tokens
#include "sgd_momentum.hpp"

namespace softmark {

Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& start, double lr,
                      double momentum, std::size_t steps) {
  const std::size_t N = X.shape(0), k = X.shape(1);

  const Matrix ones = xt::ones<double>({N, std::size_t(1)});
  const Matrix tokens = xt::hstack(xt::xtuple(X, ones));                               // (N, k+1)
  Matrix theta = xt::hstack(xt::xtuple(start.W, xt::expand_dims(start.b, 1)));         // (2, k+1)
  Matrix velocity = xt::zeros<double>({std::size_t(2), k + 1});

  const xt::xtensor<bool, 1> one = xt::equal(y, 1);
  Matrix targets = xt::stack(xt::xtuple(xt::cast<double>(!one), xt::cast<double>(one)), 1);

  Vector losses = xt::empty<double>({steps});
  for (double& loss : losses) {
    Matrix z = xt::linalg::dot(tokens, xt::transpose(theta));
    z -= xt::eval(xt::amax(z, {1}, xt::keep_dims));
    z -= xt::eval(xt::log(xt::sum(xt::exp(z), {1}, xt::keep_dims)));
    record("log probabilities", z);
    loss = -xt::sum(z * targets)() / double(N);

    const Matrix errors = (xt::exp(z) - targets) / double(N);
    velocity *= momentum;
    velocity += xt::linalg::dot(xt::transpose(errors), tokens);
    theta -= lr * velocity;
  }
  Linear layer;
  layer.W = xt::view(theta, xt::all(), xt::range(0, k));
  layer.b = xt::view(theta, xt::all(), k);
  return {layer, losses};
}

}  // namespace softmark
