#include "causal_mask.hpp"
namespace softmark {
Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  auto [i, j] = xt::meshgrid(xt::arange<std::ptrdiff_t>(Nq), xt::arange<std::ptrdiff_t>(Nk));
  const auto shift = static_cast<std::ptrdiff_t>(Nk) - static_cast<std::ptrdiff_t>(Nq);
  return xt::cast<double>(j <= i + shift);
}
}
