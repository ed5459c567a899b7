// exercise: 08_causal_mask
// says: + 1 does not fit the type int
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  int count = 2147483647 - 3;
  for (std::size_t k = 0; k < Nk + 5; ++k) count = count + 1;  // HERE
  Matrix M = xt::zeros<double>({Nq, Nk});
  double* values = M.data();
  values[count] = 1;
  return M;
}

}  // namespace softmark
