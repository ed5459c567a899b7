// starts from the last query and takes keys away: view with range, flip at the end
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix upside_down = xt::ones<double>({Nq, Nk});
  for (std::size_t back = 1; back < Nq; ++back) {
    const std::size_t hidden = back < Nk ? back : Nk;
    xt::view(upside_down, back, xt::range(Nk - hidden, Nk)) = 0;
  }
  Matrix mask = xt::flip(upside_down, 0);
  for (std::size_t i = 0; i < Nq; ++i) record("mask row", xt::row(mask, i));
  return mask;
}

}  // namespace softmark
