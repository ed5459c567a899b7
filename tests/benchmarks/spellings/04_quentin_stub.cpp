// the stub with three short lines
#include "embedding.hpp"

namespace softmark {

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  Matrix X = xt::zeros<double>({ids.size(), table.shape(1)});

  for (std::size_t n = 0; n < ids.size(); ++n) {
    Vector row = xt::view(table, ids(n), xt::all());
    record("row", row);
    xt::view(X, n, xt::all()) = row;
  }
  return X;
}

}  // namespace softmark
