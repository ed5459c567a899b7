// exercise: 08_causal_mask
// options: --time-limit 1
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  std::size_t i = 0;
  while (i < Nq) {  // HERE
    Nk += 1;        // HERE
  }
  return xt::zeros<double>({Nq, Nk});
}

}  // namespace softmark
