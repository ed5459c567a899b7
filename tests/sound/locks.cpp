// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace softmark {
namespace {

std::mutex guard;
double sum = 0;

void add(double value) {
  const std::lock_guard lock(guard);
  sum += value;
}

}  // namespace

// Each thread writes what is its own, or holds a lock.
Matrix context_vectors(const Matrix& X) {
  Matrix rows = xt::zeros<double>({X.shape(0), X.shape(1)});
  std::vector<std::thread> threads;
  std::atomic<std::size_t> done = 0;
  auto shared = std::make_shared<const Matrix>(X);
  for (std::size_t n = 0; n < X.shape(0) && n < 4; ++n) {
    threads.emplace_back([&, shared, n] {
      xt::row(rows, n) = xt::row(*shared, n);
      add(rows(n, 0));
      ++done;
    });
  }
  auto result = std::async(std::launch::async, [&] { return xt::sum(X)(); });
  add(result.get());
  for (std::thread& one : threads) one.join();
  static const double once = [] { return 1.0; }();
  std::condition_variable changed;
  bool ready = false;
  std::thread waiting([&] {
    std::unique_lock lock(guard);
    changed.wait(lock, [&] { return ready; });
    sum += once;
  });
  {
    const std::lock_guard lock(guard);
    ready = true;
  }
  changed.notify_one();
  waiting.join();
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
