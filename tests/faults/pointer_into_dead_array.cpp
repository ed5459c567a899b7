// exercise: 07_context_vectors
// says: of memory that was freed
#include "context_vectors.hpp"

namespace softmark {

const double* first_row(const Matrix& X) {
  Matrix copy = X * 2.0;
  return copy.data();
}

Matrix context_vectors(const Matrix& X) {
  const double* row = first_row(X);
  Matrix Y = X;
  for (std::size_t j = 0; j < X.shape(1); ++j) Y(0, j) = row[j];  // HERE
  return Y;
}

}  // namespace softmark
