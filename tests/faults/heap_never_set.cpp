// exercise: 08_causal_mask
// says: it computes here with memory that was never set
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  double* row = new double[Nk];
  double sum = 0;
  for (std::size_t k = 0; k < Nk; ++k) sum += row[k];  // HERE
  delete[] row;
  Matrix M = xt::ones<double>({Nq, Nk});
  M(0, 0) = sum;
  return M;
}

}  // namespace softmark
