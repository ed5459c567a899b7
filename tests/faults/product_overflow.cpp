// exercise: 04_embedding
// says: does not fit the type int
#include "embedding.hpp"

namespace softmark {

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  const int width = 100000;
  Matrix E = xt::zeros<double>({ids.size(), table.shape(1)});
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const int place = width * width * (ids(i) + 1);  // HERE
    E(i, 0) = *(table.data() + 8L * place);
  }
  return E;
}

}  // namespace softmark
