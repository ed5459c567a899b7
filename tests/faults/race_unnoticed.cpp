// exercise: 07_context_vectors
// verdict: passed
// says: a race: it
#include "context_vectors.hpp"

#include <future>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  double largest = 0;
  std::future<void> other = std::async(std::launch::async, [&] { largest = xt::amax(X)(); });  // HERE
  if (largest > 1e9) largest = 0;  // HERE
  other.get();
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
