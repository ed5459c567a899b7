#include "rotary_positions.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix rotary_positions(const Matrix& X, [[maybe_unused]] std::size_t first,
                        [[maybe_unused]] double base) {
  const std::size_t N = X.shape(0);
  const std::size_t d = X.shape(1);
  const std::size_t pairs = d / 2;

  // TODO 1: the frequency of each pair.
  Vector frequencies = xt::zeros<double>({pairs});
  throw NotImplemented("TODO 1: frequencies");
  record("frequencies", frequencies);

  // TODO 2: the angle by which each pair of each token is turned.
  Matrix angles = xt::zeros<double>({N, pairs});
  throw NotImplemented("TODO 2: angles");
  record("angles", angles);

  // TODO 3: the output, each pair of neighbouring features turned by its angle.
  Matrix output = xt::zeros<double>({N, d});
  throw NotImplemented("TODO 3: the turned pairs");
  return output;
}

}  // namespace softmark
