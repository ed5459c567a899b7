// exercise: 08_causal_mask
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix mask = xt::zeros<double>({Nq, Nk});
  for (std::size_t i = Nq - 1; i >= 0; --i)
    for (std::size_t j = 0; j < Nk; ++j) mask(i, j) = 1;  // HERE
  return mask;
}

}  // namespace softmark
