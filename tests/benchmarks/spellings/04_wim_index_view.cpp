// index_view: copies feature by feature instead of row by row
#include "embedding.hpp"

#include <array>

#include <xtensor/xindex_view.hpp>

namespace softmark {

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  Matrix X = xt::zeros<double>({ids.size(), table.shape(1)});
  for (std::size_t e = 0; e < table.shape(1); ++e) {
    std::vector<std::array<std::size_t, 2>> places;
    for (int id : ids) places.push_back({static_cast<std::size_t>(id), e});
    Vector feature = xt::index_view(table, places);
    xt::view(X, xt::all(), e) = feature;
  }
  return X;
}

}  // namespace softmark
