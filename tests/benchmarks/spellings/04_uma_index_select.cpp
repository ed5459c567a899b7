// xt::row on both sides, bounds checked with exceptions, range-for with a counter
#include "embedding.hpp"

#include <stdexcept>
#include <string>

namespace softmark {
namespace {

std::size_t checked(int id, std::size_t vocabulary) {
  if (id < 0 || static_cast<std::size_t>(id) >= vocabulary) {
    throw std::out_of_range("no token has the id " + std::to_string(id));
  }
  return static_cast<std::size_t>(id);
}

}  // namespace

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  const auto [V, E] = table.shape();
  auto X = xt::xtensor<double, 2>::from_shape({ids.shape(0), E});
  for (std::size_t n = 0; const int id : ids) {
    xt::row(X, n++) = xt::row(table, checked(id, V));
  }
  return X;
}

}  // namespace softmark
