#include "row_softmax.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix row_softmax([[maybe_unused]] const Matrix& scores) {
  // TODO 1: the largest score of each row, as a column.
  Matrix largest;  // (N, 1)
  throw NotImplemented("TODO 1: largest score of each row");
  record("largest scores", largest);

  // TODO 2: the exponentials of the scores, after the largest score of their row was taken away.
  Matrix exponentials;  // (N, M)
  throw NotImplemented("TODO 2: exponentials");
  record("exponentials", exponentials);

  // TODO 3: the sum of each row of exponentials, as a column.
  Matrix sums;  // (N, 1)
  throw NotImplemented("TODO 3: sums of the rows");
  record("sums", sums);

  // TODO 4: each exponential divided by the sum of its row.
  Matrix weights;  // (N, M)
  throw NotImplemented("TODO 4: weights");
  return weights;
}

}  // namespace softmark
