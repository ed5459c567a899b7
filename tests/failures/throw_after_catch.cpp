// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <stdexcept>
#include <vector>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  try {
    throw std::runtime_error("first");
  } catch (const std::exception&) {
  }
  Matrix A = X;
  std::vector<int> order;
  return A * order.at(2);  // HERE
}

}  // namespace softmark
