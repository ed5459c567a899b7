#include "tridiagonal_solver.hpp"
namespace softmark {

Vector tridiagonal_solver([[maybe_unused]] const Vector& lower,
                          [[maybe_unused]] const Vector& diagonal,
                          [[maybe_unused]] const Vector& upper,
                          [[maybe_unused]] const Vector& right) {
  const std::size_t N = diagonal.size();
  Vector p = diagonal;
  for (std::size_t i = 1; i < N; ++i) {
    // TODO 1: the pivot of row i.
    p(i) = diagonal(i) - lower(i) * upper(i - 1) / p(i - 1);
  }
  record("pivots", p);

  Vector t = right / p;
  for (std::size_t i = 1; i < N; ++i) {
    // TODO 2: the right side of row i, once x(i - 1) is eliminated.
    t(i) = (right(i) - lower(i) * t(i - 1)) / p(i);
  }
  record("eliminated right side", t);

  Vector x = t;
  for (std::size_t i = N - 1; i-- > 0;) {
    // TODO 3: the unknown of row i, from the one below.
    x(i) = t(i) - upper(i) / p(i) * x(i + 1);
  }
  return x;
}

}  // namespace softmark
