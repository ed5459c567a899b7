// tril of ones with a diagonal
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  const int k = static_cast<int>(Nk) - static_cast<int>(Nq);
  return xt::tril(xt::ones<double>({Nq, Nk}), k);
}

}  // namespace softmark
