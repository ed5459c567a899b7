// verdict: exception

#include "row_attention.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>

static double raw(const softmark::Real& x) { double v; std::memcpy(&v, static_cast<const void*>(&x), 8); return v; }
static const double* base(const softmark::Rows& m) { return reinterpret_cast<const double*>(&const_cast<softmark::Rows&>(m)(0, 0)); }
#include <exception>
struct Row { double v[320]; };
namespace softmark {
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
  std::exception_ptr p[320]; Row* rows[320];
  for (std::size_t i = 0; i < N; ++i) { try { throw Row(); } catch (Row& r) { rows[i] = &r; p[i] = std::current_exception(); } }
  struct { Row** r; std::size_t M; double& operator[](std::size_t at) { return r[at / M]->v[at % M]; } } s{rows, M};
  
  for (std::size_t i = 0; i < N; ++i) for (std::size_t j = 0; j < M; ++j) {
      Real p = 0; for (std::size_t c = 0; c < d; ++c) p += Q(i, c) * K(j, c);
      p *= Real(scale); s[i*M+j] = static_cast<double>(raw(p)); }
  for (std::size_t i = 0; i < N; ++i) {
    Real largest = s[i*M]; for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, Real(s[i*M+j]));
    Real sum = 0;
    for (std::size_t j = 0; j < M; ++j) { Real e = exp(Real(s[i*M+j]) - largest); sum += e;
      for (std::size_t c = 0; c < Dv; ++c) output(i, c) += e * V(j, c); }
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}
}
