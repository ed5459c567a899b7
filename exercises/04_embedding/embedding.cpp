#include "embedding.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix embedding([[maybe_unused]] const Matrix& table,
                 [[maybe_unused]] const xt::xtensor<int, 1>& ids) {
  // TODO 1: room for the result, one row for each token.
  Matrix X;  // (N, E)
  throw NotImplemented("TODO 1: shape of the result");

  for (std::size_t n = 0; n < ids.size(); ++n) {
    // TODO 2: the row of the table that belongs to token n.
    Vector row;  // (E)
    throw NotImplemented("TODO 2: row of the table");
    record("row", row);

    // TODO 3: copy it into row n of X.
    throw NotImplemented("TODO 3: row of the result");
  }
  return X;
}

}  // namespace softmark
