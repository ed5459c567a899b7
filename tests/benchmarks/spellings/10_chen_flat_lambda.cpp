// a lambda matmul over flat vectors with a flag for the transpose
#include "learned_attention.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  using Flat = std::vector<double>;
  const std::size_t N = X.shape(0), E = X.shape(1), d = Wq.shape(1), Dv = Wv.shape(1);

  auto matmul = [](const Flat& a, const Flat& b, std::size_t n, std::size_t k, std::size_t m,
                   bool b_transposed = false) {
    Flat c(n * m);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < m; ++j)
        for (std::size_t t = 0; t < k; ++t)
          c[i * m + j] += a[i * k + t] * (b_transposed ? b[j * k + t] : b[t * m + j]);
    return c;
  };
  auto flat = [](const Matrix& a) { return Flat(a.begin(), a.end()); };

  const Flat x = flat(X);
  const Flat q = matmul(x, flat(Wq), N, E, d);
  const Flat k = matmul(x, flat(Wk), N, E, d);
  const Flat v = matmul(x, flat(Wv), N, E, Dv);
  Flat a = matmul(q, k, N, d, N, true);

  const double root = std::sqrt(double(d));
  for (auto row = a.begin(); row != a.end(); row += static_cast<long>(N)) {
    const auto end = row + static_cast<long>(N);
    const double top = *std::max_element(row, end);
    double sum = 0;
    std::for_each(row, end, [&](double& s) { sum += s = std::exp((s - top) / root); });
    std::for_each(row, end, [&](double& s) { s /= sum; });
  }

  const Flat out = matmul(a, v, N, N, Dv);
  Matrix result({N, Dv});
  std::copy(out.begin(), out.end(), result.begin());
  return result;
}

}  // namespace softmark
