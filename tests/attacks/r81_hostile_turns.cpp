// attack: records other numbers in each turn, more turns than there are, and indices that are none
// verdict: wrong_value or not_finite
// exercise: 23_sgd_momentum

#include "sgd_momentum.hpp"

#include <limits>

namespace softmark {

Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>&, const Linear& start, double,
                      double, std::size_t steps) {
  Vector losses = xt::zeros<double>({steps});
  for (int i = 0; i < 2000; ++i) {
    const double huge = i % 2 == 0 ? std::nan("") : -1e300 * i;
    record("log probabilities", Matrix(huge * xt::ones<double>({X.shape(0), std::size_t(2)})));
    record("gradient of W", Matrix(huge * start.W));
    record("gradient of b", Vector(huge * start.b));
    record("velocity of W", Matrix(std::numeric_limits<double>::infinity() * start.W));
    record("velocity of b", Vector(huge * start.b));
  }
  return {start, losses};
}

}  // namespace softmark
