// fill_n of the visible part of each row through a pointer
#include "causal_mask.hpp"

#include <algorithm>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Matrix mask({Nq, Nk}, 0.0);
  double* row = mask.data();
  for (std::size_t i = 0; i < Nq; ++i, row += Nk) {
    const long visible = static_cast<long>(i + 1 + Nk) - static_cast<long>(Nq);
    std::fill_n(row, std::clamp<long>(visible, 0, static_cast<long>(Nk)), 1.0);
  }
  return mask;
}

}  // namespace softmark
