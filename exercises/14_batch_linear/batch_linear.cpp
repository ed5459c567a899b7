#include "batch_linear.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Tensor3 batch_linear(const Tensor3& X, const Matrix& W, [[maybe_unused]] const Vector& b) {
  Tensor3 result = xt::zeros<double>({X.shape(0), X.shape(1), W.shape(0)});  // (B, N, d)
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    // TODO 1: sequence i of the batch, as a matrix.
    Matrix sequence;  // (N, E)
    throw NotImplemented("TODO 1: one sequence");
    record("sequence", sequence);

    // TODO 2: the layer, applied to each row of it.
    Matrix projected;  // (N, d)
    throw NotImplemented("TODO 2: the linear layer");
    record("projected", projected);

    // TODO 3: put it into its place in the result.
    throw NotImplemented("TODO 3: result");
  }
  return result;
}

}  // namespace softmark
