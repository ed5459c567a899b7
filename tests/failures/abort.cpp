// exercise: 08_causal_mask
#include "causal_mask.hpp"

#include <cstdlib>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  if (Nq + Nk > 0) std::abort();  // HERE
  return xt::zeros<double>({Nq, Nk});
}

}  // namespace softmark
