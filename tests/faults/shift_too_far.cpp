// exercise: 08_causal_mask
// says: it shifts 1 by
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix M = xt::zeros<double>({Nq, Nk});
  const int places = static_cast<int>(Nk) + 60;
  const long size = 1 << places;  // HERE
  double* values = M.data();
  values[size * 100000000] = 1;
  return M;
}

}  // namespace softmark
