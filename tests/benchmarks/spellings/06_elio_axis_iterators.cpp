// axis iterators over an xarray: every row as a view, changed in place
#include "row_softmax.hpp"

#include <xtensor/xaxis_iterator.hpp>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {
  xt::xarray<double> w = scores;
  for (auto it = xt::axis_begin(w, 0); it != xt::axis_end(w, 0); ++it) {
    auto row = *it;
    row -= xt::amax(row)();
    row = xt::exp(row);
    row /= xt::sum(row)();
  }
  return w;
}

}  // namespace softmark
