// vectorize with two arguments, log1p, a template parameter for the reduction
#include "row_softmax.hpp"

#include <xtensor/xvectorize.hpp>

namespace softmark {
namespace {

template <class Reduce>
Matrix per_row(const Matrix& A, Reduce reduce) {
  Matrix column = xt::empty<double>({A.shape(0), std::size_t{1}});
  for (std::size_t n = 0; n < A.shape(0); ++n) column(n, 0) = reduce(xt::row(A, n));
  return column;
}

}  // namespace

Matrix row_softmax(const Matrix& scores) {
  auto exponential = xt::vectorize([](double score, double top) { return std::exp(score - top); });
  Matrix largest = per_row(scores, [](auto&& r) { return xt::amax(r)(0); });
  Matrix e = exponential(scores, largest);
  Matrix sums = per_row(e, [](auto&& r) { return xt::sum(r)(0); });
  Matrix log_weights = xt::log(e) - xt::log1p(sums - 1.0);
  return xt::exp(log_weights);
}

}  // namespace softmark
