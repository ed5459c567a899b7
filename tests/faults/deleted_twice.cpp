// exercise: 08_causal_mask
// says: it frees memory a second time; the first time was in line
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  double* row = new double[Nk];
  row[0] = 1;
  delete[] row;
  Matrix M = xt::ones<double>({Nq, Nk});
  delete[] row;  // HERE
  return M;
}

}  // namespace softmark
