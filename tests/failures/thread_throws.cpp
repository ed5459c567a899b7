// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <thread>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  std::thread worker([&] {
    double x = X(X.shape(0), 0);  // HERE
    (void)x;
  });
  worker.join();
  return X;
}

}  // namespace softmark
