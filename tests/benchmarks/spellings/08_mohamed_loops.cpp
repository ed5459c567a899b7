// if in two loops
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix mask = xt::zeros<double>({Nq, Nk});

  for (std::size_t i = 0; i < Nq; ++i) {
    for (std::size_t j = 0; j < Nk; ++j) {
      if (j + Nq <= i + Nk) {
        mask(i, j) = 1;
      }
    }
    record("mask row", xt::view(mask, i, xt::all()));
  }
  return mask;
}

}  // namespace softmark
