#include "learned_attention.hpp"
#include <xtensor/xadapt.hpp>
#include <numeric>
namespace softmark {
namespace {
using Rows = std::vector<std::vector<double>>;
Rows rows(const Matrix& m) {
  Rows r;
  for (std::size_t i = 0; i < m.shape(0); ++i) { auto v = xt::row(m, i); r.emplace_back(v.begin(), v.end()); }
  return r;
}
Rows mul(const Rows& a, const Rows& b) {
  Rows c(a.size(), std::vector<double>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); ++i) for (std::size_t k = 0; k < b.size(); ++k) for (std::size_t j = 0; j < b[0].size(); ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}
}
Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  auto x = rows(X), q = mul(x, rows(Wq)), k = mul(x, rows(Wk)), v = mul(x, rows(Wv));
  Rows a(x.size(), std::vector<double>(x.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto s = xt::adapt(a[i], {a[i].size()});
    for (std::size_t j = 0; j < a.size(); ++j) s(j) = std::inner_product(q[i].begin(), q[i].end(), k[j].begin(), 0.0) / std::sqrt(q[i].size());
    s = xt::exp(s - xt::amax(s)());
    s /= xt::sum(s)();
  }
  auto o = mul(a, v);
  Matrix out({o.size(), o[0].size()});
  for (std::size_t i = 0; i < o.size(); ++i) xt::row(out, i) = xt::adapt(o[i]);
  return out;
}
}
