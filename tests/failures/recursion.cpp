// exercise: 08_causal_mask
#include "causal_mask.hpp"

namespace softmark {

std::size_t depth(std::size_t n) {  // HERE
  return depth(n + 1) + 1;          // HERE
}

Matrix causal_mask(std::size_t Nq, std::size_t Nk) { return xt::ones<double>({Nq, depth(Nk)}); }

}  // namespace softmark
