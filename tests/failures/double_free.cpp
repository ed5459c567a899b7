// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <cstdlib>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  double* copy = static_cast<double*>(std::malloc(8 * X.size() + 5000));
  copy[0] = X(0, 0);
  std::free(copy);
  std::free(copy);  // HERE
  return X;
}

}  // namespace softmark
