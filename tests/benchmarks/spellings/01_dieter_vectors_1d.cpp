// one-dimensional vectors everywhere, col() views, flatten of the biases
#include "self_attention.hpp"

namespace softmark {

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  std::size_t N = X.shape()[1];
  std::size_t Dv = value.omega.shape()[0];

  Vector bq = xt::flatten(query.beta);
  Vector bk = xt::flatten(key.beta);
  Vector bv = xt::flatten(value.beta);

  std::vector<Vector> q(N), k(N), v(N);
  for (std::size_t n = 0; n < N; n++) {
    Vector x = xt::col(X, n);
    q[n] = xt::linalg::dot(query.omega, x) + bq;
    k[n] = xt::linalg::dot(key.omega, x) + bk;
    v[n] = xt::linalg::dot(value.omega, x) + bv;
  }

  Matrix out = xt::empty<double>({Dv, N});
  for (std::size_t n = 0; n < N; n++) {
    Vector s = xt::empty<double>({N});
    for (std::size_t m = 0; m < N; m++) s[m] = xt::sum(k[m] * q[n])();
    s -= xt::amax(s)();
    Vector a = xt::exp(s);
    a /= xt::sum(a)();

    Vector mixed = xt::zeros<double>({Dv});
    for (std::size_t m = 0; m < N; m++) mixed += a[m] * v[m];
    xt::col(out, n) = mixed;
  }
  return out;
}

}  // namespace softmark
