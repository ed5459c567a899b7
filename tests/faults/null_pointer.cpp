// exercise: 07_context_vectors
// says: through a null pointer
#include "context_vectors.hpp"

namespace softmark {

const Matrix* find(const Matrix& X, std::size_t row) { return row < X.shape(0) ? &X : nullptr; }

Matrix context_vectors(const Matrix& X) {
  const Matrix* found = find(X, 99);
  return *found * 2.0;  // HERE
}

}  // namespace softmark
