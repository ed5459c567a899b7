// exercise: 07_context_vectors
// says: a race: it
#include "context_vectors.hpp"

#include <thread>
#include <vector>

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  double sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 4000000; ++i) sum += 1;  // HERE
    });
  }
  for (std::thread& one : threads) one.join();
  Matrix Y = X;
  Y(0, 0) = sum;
  return Y;
}

}  // namespace softmark
