// exercise: 07_context_vectors
#include "context_vectors.hpp"

namespace softmark {

struct Cache {
  int* last = nullptr;
  ~Cache() {
    *last = 1;  // HERE
  }
};

Matrix context_vectors(const Matrix& X) {
  static Cache cache;
  return X;
}

}  // namespace softmark
