// exercise: 12_layer_norm
#include "layer_norm.hpp"

namespace softmark {

template <class Array>
double mean_of(const Array& a, std::size_t row) {
  double sum = 0;
  for (std::size_t e = 0; e < a.shape(1); ++e) sum += a(row, e);  // HERE
  return sum / a.shape(1);
}

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  return X * mean_of(X, X.shape(0) + 3);
}

}  // namespace softmark
