// exercise: 08_causal_mask
// says: does not fit the type int
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  int smallest = -2147483647 - 1;
  int sign = Nk > 0 ? -1 : 1;
  Matrix M = xt::zeros<double>({Nq, Nk});
  M(0, 0) = smallest / sign;  // HERE
  return M;
}

}  // namespace softmark
