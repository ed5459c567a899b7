// exercise: 07_context_vectors
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix A = X;
  auto dot = [&](std::size_t i, std::size_t j) {
    double s = 0;
    for (std::size_t e = 0; e < X.shape(1) + 1; e++) s += X(i, e) * X(j, e);  // HERE
    return s;
  };
  for (std::size_t i = 0; i < X.shape(0); i++)
    for (std::size_t j = 0; j < X.shape(1); j++) A(i, j) = dot(i, i);
  return A;
}

}  // namespace softmark
