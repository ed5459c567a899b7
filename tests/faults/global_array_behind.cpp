// exercise: 04_embedding
// says: the global variable kept, which has 64 bytes
#include "embedding.hpp"

namespace softmark {

double kept[8];

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  Matrix E = xt::zeros<double>({ids.size(), table.shape(1)});
  double* place = kept;
  for (std::size_t i = 0; i < 200000; ++i) place[i] = table(0, 0);  // HERE
  E(0, 0) = kept[1];
  return E;
}

}  // namespace softmark
