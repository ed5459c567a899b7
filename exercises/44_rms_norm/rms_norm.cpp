#include "rms_norm.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix rms_norm([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Vector& gamma,
                [[maybe_unused]] double eps) {
  // TODO 1: the mean of each token's squared features, as a column.
  Matrix squares;  // (N, 1)
  throw NotImplemented("TODO 1: the mean of each token's squared features");
  record("mean squares", squares);

  // TODO 2: the normalized tokens, each divided by its root mean square. eps goes under the root.
  Matrix normalized;  // (N, E)
  throw NotImplemented("TODO 2: the normalized tokens");
  record("normalized", normalized);

  // TODO 3: the output, with gamma applied feature by feature.
  Matrix output;  // (N, E)
  throw NotImplemented("TODO 3: the output");
  return output;
}

}  // namespace softmark
