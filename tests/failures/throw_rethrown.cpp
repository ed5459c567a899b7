// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <stdexcept>
#include <string>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix A = X;
  try {
    A(0, 0) = std::stod("one half");  // HERE
  } catch (const std::invalid_argument& error) {
    try {
      throw 5;
    } catch (int) {
    }
    throw;
  }
  return A;
}

}  // namespace softmark
