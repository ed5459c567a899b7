// exercise: 07_context_vectors
// verdict: passed
// says: a race: it
#include "context_vectors.hpp"

#include <thread>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix row = xt::zeros<double>({X.shape(0), X.shape(1)});
  std::thread one([&] { row += X; });  // HERE
  std::thread two([&] { row += X; });  // HERE
  one.join();
  two.join();
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
