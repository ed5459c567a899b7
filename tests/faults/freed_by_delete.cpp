// exercise: 08_causal_mask
// says: delete[] belongs to new[]
#include "causal_mask.hpp"

#include <cstdlib>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  double* row = static_cast<double*>(std::malloc(Nk * sizeof(double)));
  row[0] = 1;
  delete[] (row);  // HERE
  std::free(row);
  return xt::ones<double>({Nq, Nk});
}

}  // namespace softmark
