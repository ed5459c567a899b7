// collects the visible pairs and sets them with an index view
#include "causal_mask.hpp"

#include <array>

#include <xtensor/xindex_view.hpp>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  std::vector<std::array<std::size_t, 2>> visible;
  for (std::size_t i = 0; i < Nq; ++i)
    for (std::size_t j = 0; j < Nk && j + Nq <= i + Nk; ++j) visible.push_back({i, j});

  Matrix mask = xt::zeros<double>({Nq, Nk});
  xt::index_view(mask, visible) = 1.0;
  return mask;
}

}  // namespace softmark
