// exercise: 12_layer_norm
#include "layer_norm.hpp"

#include <vector>

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  std::vector<double> means(X.shape(0));
  double sum = 0;
  for (std::size_t n = 0; n <= X.shape(0); ++n) {
    sum += means[n];  // HERE
  }
  return X - sum;
}

}  // namespace softmark
