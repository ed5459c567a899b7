// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <thread>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  double sum = 0;
  std::thread worker([&] { sum = X(0, 0); });
  Matrix A = X;
  A(0, 0) = sum;
  return A;
}  // HERE

}  // namespace softmark
