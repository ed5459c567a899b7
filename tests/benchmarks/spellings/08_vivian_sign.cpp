// sign of the distance between positions, linspace and arange
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  Vector stands_at = xt::linspace<double>(double(Nk) - double(Nq), double(Nk) - 1.0, Nq);
  Vector keys = xt::arange<double>(0.0, double(Nk), 1.0);
  Matrix distance = xt::round(xt::expand_dims(stands_at, 1)) - keys;
  Matrix mask = xt::maximum(xt::sign(distance + 0.5), 0.0);
  return mask;
}

}  // namespace softmark
