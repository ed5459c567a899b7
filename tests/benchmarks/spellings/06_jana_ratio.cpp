// weight m is 1 / sum_j exp(s_j - s_m): pairwise differences, clipped against overflow
#include "row_softmax.hpp"

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  const auto& s = scores;
  Matrix weights = xt::zeros<double>(s.shape());
  for (std::size_t n = 0; n < s.shape(0); ++n) {
    Vector row = xt::squeeze(xt::view(s, xt::keep(n), xt::all()), 0);
    Matrix differences = xt::view(row, xt::newaxis(), xt::all()) - xt::view(row, xt::all(), xt::newaxis());
    differences = xt::clip(differences, -740.0, 700.0);
    xt::view(weights, n, xt::all()) = 1.0 / xt::sum(xt::exp(differences), {1});
  }
  return weights;
}

}  // namespace softmark
