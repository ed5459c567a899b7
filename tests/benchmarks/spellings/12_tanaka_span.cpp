// modern C++20: span, transform_reduce, structured bindings
#include "layer_norm.hpp"

#include <functional>
#include <numeric>
#include <span>
#include <utility>

namespace softmark {

using Row = std::span<const double>;

static std::pair<double, double> moments(Row row) {
  const auto n = static_cast<double>(row.size());
  const double mean = std::accumulate(row.begin(), row.end(), 0.0) / n;
  const double variance =
      std::transform_reduce(row.begin(), row.end(), 0.0, std::plus<>{},
                            [mean](double x) { return (x - mean) * (x - mean); }) /
      n;
  return {mean, variance};
}

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Matrix output = xt::empty_like(X);
  const std::size_t width = X.shape(1);
  Matrix means = xt::zeros<double>({X.shape(0), std::size_t{1}});
  Matrix variances = means;

  for (std::size_t n = 0; n != X.shape(0); ++n) {
    const Row row{X.data() + n * width, width};
    const auto [mean, variance] = moments(row);
    means(n, 0) = mean;
    variances(n, 0) = variance;
    for (std::size_t e = 0; e != width; ++e)
      output(n, e) = std::fma(gamma(e), (row[e] - mean) / std::sqrt(variance + eps), beta(e));
  }
  record("means", means);
  record("variances", variances);
  return output;
}

}  // namespace softmark
