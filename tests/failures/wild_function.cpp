// exercise: 08_causal_mask
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  auto f = reinterpret_cast<double (*)(double)>(0x1234500);
  Matrix mask = xt::zeros<double>({Nq, Nk});
  mask(0, 0) = f(1.0);  // HERE
  return mask;
}

}  // namespace softmark
