// exercise: 08_causal_mask
// says: which this type does not have: it was never set
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix M = xt::zeros<double>({Nq, Nk});
  bool future;
  for (std::size_t k = 0; k < Nk; ++k) {
    if (future) M(0, k) = 0.0 / static_cast<double>(k - k);  // HERE
    future = k > 0;
  }
  M(0, 0) = 0.0 / M(Nq - 1, Nk - 1) - 1 / M(Nq - 1, Nk - 1);
  return M;
}

}  // namespace softmark
