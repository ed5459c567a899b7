// exercise: 08_causal_mask
// says: it reads 8 bytes of memory that was freed in line
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  double* row = new double[Nk];
  for (std::size_t k = 0; k < Nk; ++k) row[k] = 0.5;
  delete[] row;
  Matrix M = xt::zeros<double>({Nq, Nk});
  for (std::size_t k = 0; k < Nk; ++k) M(0, k) = row[k];  // HERE
  return M;
}

}  // namespace softmark
