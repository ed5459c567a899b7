// through the logarithm: exp(s - logsumexp(s)), row by row
#include "row_softmax.hpp"

#include <cmath>
#include <limits>

namespace softmark {
namespace {

double log_sum_exp(const Vector& row) {
  double top = std::numeric_limits<double>::lowest();
  for (double s : row) top = s > top ? s : top;
  double sum = 0.;
  for (double s : row) sum += std::exp(s - top);
  return top + std::log(sum);
}

}  // namespace

Matrix row_softmax(const Matrix& scores) {
  Matrix weights = xt::zeros_like(scores);
  for (std::size_t n = 0; n < scores.shape(0); ++n) {
    Vector row = xt::row(scores, n);
    xt::row(weights, n) = xt::exp(row - log_sum_exp(row));
  }
  return weights;
}

}  // namespace softmark
