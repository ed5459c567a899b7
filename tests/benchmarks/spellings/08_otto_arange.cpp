// two aranges compared by broadcasting
#include "causal_mask.hpp"

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  const auto nq = static_cast<std::ptrdiff_t>(Nq);
  const auto nk = static_cast<std::ptrdiff_t>(Nk);
  xt::xtensor<std::ptrdiff_t, 1> i = xt::arange(nq);
  xt::xtensor<std::ptrdiff_t, 1> j = xt::arange(nk);
  auto last_visible = xt::view(i, xt::all(), xt::newaxis()) + (nk - nq);
  return xt::where(j <= last_visible, 1.0, 0.0);
}

}  // namespace softmark
