// exercise: 08_causal_mask
// says: before a block of
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  double* row = new double[Nk];
  for (long k = static_cast<long>(Nk); k >= 0; --k) row[k - 1] = 1;  // HERE
  Matrix M = xt::zeros<double>({Nq, Nk});
  M(0, 0) = row[0];
  delete[] row;
  double* next = new double[Nk];
  delete[] next;
  return M;
}

}  // namespace softmark
