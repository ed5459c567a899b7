// exercise: 04_embedding
// says: it reads 900000 bytes right behind a block of
#include "embedding.hpp"

#include <cstring>
#include <vector>

namespace softmark {

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  std::vector<double> row(table.shape(1));
  std::memcpy(row.data(), table.data(), 900000);  // HERE
  return table;
}

}  // namespace softmark
