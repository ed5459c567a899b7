// cumsum of a one at the first hidden key of each row
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix hidden = xt::zeros<double>({Nq, Nk});
  for (std::size_t i = 0; i < Nq; ++i) {
    const std::size_t seen = i + 1 + Nk > Nq ? i + 1 + Nk - Nq : 0;
    if (seen < Nk) hidden(i, seen) = 1.0;
  }
  hidden = xt::cumsum(hidden, 1);
  Matrix mask = 1.0 - hidden;
  for (std::size_t i = 0; i < Nq; ++i) record("mask row", xt::view(mask, i, xt::all()));
  return mask;
}

}  // namespace softmark
