// exercise: 12_layer_norm
#include "layer_norm.hpp"

#include <vector>

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  std::vector<double> means;
  for (std::size_t n = 0; n < X.shape(0); ++n) means.push_back(0.0);
  return X - means.at(X.shape(0));  // HERE
}

}  // namespace softmark
