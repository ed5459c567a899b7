#include "swiglu.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix swiglu([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Matrix& W_gate,
              [[maybe_unused]] const Matrix& W_up, [[maybe_unused]] const Matrix& W_down) {
  // TODO 1: the gates of each token, before Swish.
  Matrix gates;  // (N, F)
  throw NotImplemented("TODO 1: the gates of each token");
  record("gates", gates);

  // TODO 2: the opened gates, Swish of each element.
  Matrix opened;  // (N, F)
  throw NotImplemented("TODO 2: the opened gates");
  record("opened gates", opened);

  // TODO 3: what the gates let through, the other product with X.
  Matrix up;  // (N, F)
  throw NotImplemented("TODO 3: what the gates let through");
  record("up", up);

  // TODO 4: the hidden features, element by element.
  Matrix hidden;  // (N, F)
  throw NotImplemented("TODO 4: the hidden features");
  record("hidden", hidden);

  // TODO 5: the output for each token.
  Matrix output;  // (N, E)
  throw NotImplemented("TODO 5: the output for each token");
  return output;
}

}  // namespace softmark
