#include "fft.hpp"
namespace softmark {
namespace {

/// Adds to row f of `sum` the product of row n of `x` with the number of length 1 at an angle.
[[maybe_unused]] void add_turned(Matrix& sum, std::size_t f, const Matrix& x, std::size_t n,
                                 double angle) {
  sum(f, 0) += x(n, 0) * std::cos(angle) - x(n, 1) * std::sin(angle);
  sum(f, 1) += x(n, 0) * std::sin(angle) + x(n, 1) * std::cos(angle);
}

}  // namespace

Matrix fft([[maybe_unused]] const Matrix& x) {
  const std::size_t N = x.shape(0), half = N / 2;
  [[maybe_unused]] const double turn = -2 * std::acos(-1.0) / double(N);
  Matrix X = xt::zeros<double>({N, std::size_t{2}});
  if (N % 2 == 1) {
    for (std::size_t f = 0; f < N; ++f) {
      for (std::size_t n = 0; n < N; ++n) {
        // TODO 1: what row n adds to row f.
        add_turned(X, f, x, n, turn * double(f * n));
      }
    }
    return X;
  }
  // TODO 2: the transform of the even rows.
  Matrix even = fft(xt::view(x, xt::range(0, N, 2), xt::all()));
  // TODO 3: that of the odd rows.
  Matrix odd = fft(xt::view(x, xt::range(1, N, 2), xt::all()));

  for (std::size_t f = 0; f < half; ++f) {
    add_turned(X, f, even, f, 0);
    add_turned(X, f + half, even, f, 0);
    // TODO 4: what the odd rows add to row f.
    add_turned(X, f, odd, f, turn * double(f));
    // TODO 5: what they add to row f + N / 2, half a turn further.
    add_turned(X, f + half, odd, f, turn * double(f + half));
  }
  return X;
}

}  // namespace softmark
