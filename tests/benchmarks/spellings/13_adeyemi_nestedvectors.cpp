// vector<vector<double>> inside, plain loops, converted at both ends
#include "transformer_block.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace softmark {
namespace {

typedef std::vector<double> Row;
typedef std::vector<Row> Table;

Table from(const Matrix& m) {
  Table t(m.shape(0), Row(m.shape(1)));
  for (size_t i = 0; i < t.size(); i++)
    for (size_t j = 0; j < t[i].size(); j++) t[i][j] = m(i, j);
  return t;
}

Table affine(const Table& x, const Linear& layer) {
  Table y;
  for (const Row& in : x) {
    Row out(layer.b.begin(), layer.b.end());
    for (size_t j = 0; j < out.size(); j++)
      for (size_t e = 0; e < in.size(); e++) out[j] += layer.W(j, e) * in[e];
    y.push_back(out);
  }
  return y;
}

void add_and_norm(Table& x, const Table& y, const Norm& norm) {
  for (size_t n = 0; n < x.size(); n++) {
    const size_t E = x[n].size();
    double mean = 0, var = 0;
    for (size_t e = 0; e < E; e++) mean += (x[n][e] += y[n][e]) / E;
    for (double v : x[n]) var += (v - mean) * (v - mean) / E;
    for (size_t e = 0; e < E; e++)
      x[n][e] = (x[n][e] - mean) / std::sqrt(var + 1e-5) * norm.gamma(e) + norm.beta(e);
  }
}

Table attention(const Table& q, const Table& k, const Table& v, size_t heads) {
  const size_t N = q.size(), E = q[0].size(), d = E / heads;
  Table merged(N, Row(E, 0.0));
  for (size_t first = 0; first < E; first += d) {
    for (size_t n = 0; n < N; n++) {
      Row a(N, 0.0);
      for (size_t m = 0; m < N; m++) {
        for (size_t j = first; j < first + d; j++) a[m] += q[n][j] * k[m][j];
        a[m] /= std::sqrt(double(d));
      }
      const double top = *std::max_element(a.begin(), a.end());
      double total = 0;
      for (double& w : a) total += w = std::exp(w - top);
      for (size_t m = 0; m < N; m++)
        for (size_t j = first; j < first + d; j++) merged[n][j] += a[m] / total * v[m][j];
    }
  }
  return merged;
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& p, std::size_t heads) {
  Table h = from(X);
  const Table a = attention(affine(h, p.query), affine(h, p.key), affine(h, p.value), heads);
  add_and_norm(h, affine(a, p.output), p.norm1);

  Table f = affine(h, p.expand);
  for (Row& row : f)
    for (double& v : row) v = v > 0 ? v : 0;
  add_and_norm(h, affine(f, p.shrink), p.norm2);

  Matrix result = xt::zeros<double>({X.shape(0), X.shape(1)});
  for (size_t n = 0; n < h.size(); n++)
    std::copy(h[n].begin(), h[n].end(), &result(n, 0));
  return result;
}

}  // namespace softmark
