// axis slice iterators, Welford's running mean and variance, std::for_each
#include "layer_norm.hpp"

#include <xtensor/xaxis_slice_iterator.hpp>

#include <algorithm>

namespace softmark {
namespace {

struct Welford {
  double count = 0, mean = 0, m2 = 0;

  void operator()(double x) {
    count += 1;
    const double before = x - mean;
    mean += before / count;
    m2 += before * (x - mean);
  }
  double variance() const { return m2 / count; }
};

}  // namespace

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  xt::xarray<double> result = X;
  auto slice = xt::axis_slice_begin(result, 1);
  const auto last = xt::axis_slice_end(result, 1);
  for (; slice != last; ++slice) {
    auto token = *slice;
    const Welford seen = std::for_each(token.begin(), token.end(), Welford{});
    const double width = std::sqrt(seen.variance() + eps);
    auto g = gamma.cbegin(), b = beta.cbegin();
    for (auto& x : token) x = (x - seen.mean) / width * *g++ + *b++;
  }
  return result;
}

}  // namespace softmark
