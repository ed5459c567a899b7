// exercise: 07_context_vectors
// says: a race: it
#include "context_vectors.hpp"

#include <thread>
#include <vector>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  std::vector<double> seen;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100000; ++i) seen.push_back(i);  // HERE
    });
  }
  for (std::thread& one : threads) one.join();
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
