// verdict: too_costly
// limit: large_array

#include "tiled_attention.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>
namespace softmark {
Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
  Real k[30000]; for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < d; ++c) k[j*d+c] = K(j, c);
  Real v[7000]; for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < Dv; ++c) v[j*Dv+c] = V(j, c);
  std::vector<Real> s(M);
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) { Real p = 0; for (std::size_t c = 0; c < d; ++c) p += Q(i, c) * k[j*d+c];
      s[j] = p * Real(scale); }
    Real largest = s[0]; for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, s[j]);
    Real sum = 0; for (std::size_t j = 0; j < M; ++j) { s[j] = exp(s[j] - largest); sum += s[j]; }
    for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < Dv; ++c) output(i, c) += s[j] * v[j*Dv+c];
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}
}
