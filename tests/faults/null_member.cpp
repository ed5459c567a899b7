// exercise: 12_layer_norm
// says: through a null pointer
#include "layer_norm.hpp"

namespace softmark {

struct Layer {
  Vector gamma, beta;
  double eps = 1e-5;
};

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  const Layer* layer = X.size() > 0 ? nullptr : new Layer{gamma, beta};
  return X * layer->eps + eps;  // HERE
}

}  // namespace softmark
