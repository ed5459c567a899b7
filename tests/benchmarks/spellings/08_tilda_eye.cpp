// eye with offsets added up, minimum at the end
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  const int nq = static_cast<int>(Nq), nk = static_cast<int>(Nk);
  Matrix mask = xt::zeros<double>({Nq, Nk});
  for (int diagonal = -(nq - 1); diagonal <= nk - nq; ++diagonal) {
    mask += xt::eye<double>({Nq, Nk}, diagonal);
  }
  return xt::minimum(mask, 1.0);
}

}  // namespace softmark
