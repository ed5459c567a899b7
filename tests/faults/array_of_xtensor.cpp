// exercise: 07_context_vectors
// says: right behind a block of
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix Y = X;
  double* values = Y.data();
  for (std::size_t i = 0; i < 1000000; ++i) values[i] = 0;  // HERE
  return Y;
}

}  // namespace softmark
