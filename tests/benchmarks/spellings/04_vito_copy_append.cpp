// grows a std::vector<double> and adapts it
#include "embedding.hpp"

#include <algorithm>
#include <iterator>

#include <xtensor/xadapt.hpp>

namespace softmark {

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  std::vector<double> flat;
  flat.reserve(ids.size() * table.shape(1));
  std::for_each(ids.begin(), ids.end(), [&](int id) {
    auto first = table.cbegin() + id * static_cast<std::ptrdiff_t>(table.shape(1));
    std::copy_n(first, table.shape(1), std::back_inserter(flat));
  });
  std::array<std::size_t, 2> shape = {ids.size(), table.shape(1)};
  Matrix X = xt::adapt(flat, shape);
  return X;
}

}  // namespace softmark
