// exercise: 08_causal_mask
#include "causal_mask.hpp"

#include <vector>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  std::vector<Matrix> all;
  for (;;) {
    all.push_back(xt::ones<double>({std::size_t(4000), std::size_t(4000)}));  // HERE
  }
  return all[Nq + Nk];
}

}  // namespace softmark
