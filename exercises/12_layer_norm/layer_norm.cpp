#include "layer_norm.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix layer_norm([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Vector& gamma,
                  [[maybe_unused]] const Vector& beta, [[maybe_unused]] double eps) {
  // TODO 1: the mean of each token, as a column, and how far each feature lies from it.
  Matrix means;     // (N, 1)
  Matrix centered;  // (N, E)
  throw NotImplemented("TODO 1: means and centered tokens");
  record("means", means);
  record("centered", centered);

  // TODO 2: the biased variance of each token: the mean of its squared deviations.
  Matrix variances;  // (N, 1)
  throw NotImplemented("TODO 2: variances");
  record("variances", variances);

  // TODO 3: the centered tokens, each divided by its standard deviation. eps goes under the root.
  Matrix normalized;  // (N, E)
  throw NotImplemented("TODO 3: normalized tokens");
  record("normalized", normalized);

  // TODO 4: the output, with gamma and beta applied feature by feature.
  Matrix output;  // (N, E)
  throw NotImplemented("TODO 4: output");
  return output;
}

}  // namespace softmark
