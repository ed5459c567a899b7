// verdict: too_costly

#include <cstddef>
#include <vector>
#include <cmath>
#include <stdexcept>
#include <algorithm>
#define J2(a,b) a##b
#define J(a,b) J2(a,b)
#define Num J(Re,al)
#define Tab J(Ta,ble)
namespace softmark { struct Num { double v; Num() = default; Num(double x) : v(x) {} operator double() const { return v; } };
template <class T> struct Tab { std::size_t r, c; std::vector<T> e; Tab(std::size_t a, std::size_t b) : r(a), c(b), e(a*b) {}
 std::size_t shape(int i) const { return i ? c : r; } double& operator()(std::size_t i, std::size_t j) { return e[i*c+j].v; } double operator()(std::size_t i, std::size_t j) const { return e[i*c+j].v; } };
using J(Ro,ws) = Tab<Num>; }
namespace softmark {
J(Ro,ws) row_attention(const J(Ro,ws)& Q, const J(Ro,ws)& K, const J(Ro,ws)& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1 / std::sqrt(static_cast<double>(d));
  J(Ro,ws) output(N, Dv);
  std::vector<double> s(M);
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) { double p = 0; for (int r = 0; r < 2; ++r) { p = 0; for (std::size_t c = 0; c < d; ++c) p += Q(i, c) * K(j, c); }
      s[j] = p * double(scale); }
    double largest = s[0]; for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, s[j]);
    double sum = 0; for (std::size_t j = 0; j < M; ++j) { s[j] = exp(s[j] - largest); sum += s[j]; }
    for (std::size_t j = 0; j < M; ++j) for (std::size_t c = 0; c < Dv; ++c) output(i, c) += s[j] * V(j, c);
    for (std::size_t c = 0; c < Dv; ++c) output(i, c) /= sum;
  }
  return output;
}
}
