// exercise: 07_context_vectors
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix A = X;
  double* p = A.data();
  for (long i = 0; i < 100000000; ++i) {
    *p = *p + 1;  // HERE
    p += 512;
  }
  return A;
}

}  // namespace softmark
