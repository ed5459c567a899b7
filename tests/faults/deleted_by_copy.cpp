// exercise: 12_layer_norm
// says: it frees memory a second time
#include "layer_norm.hpp"

namespace softmark {

struct Buffer {
  double* values;
  explicit Buffer(std::size_t size) : values(new double[size]) {}
  ~Buffer() { delete[] values; }  // HERE
};

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  Buffer sums{X.shape(1)};
  Buffer copy = sums;
  copy.values[0] = gamma(0) + beta(0) + eps;
  return X;
}

}  // namespace softmark
