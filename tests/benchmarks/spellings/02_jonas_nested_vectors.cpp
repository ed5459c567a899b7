// vector<vector<double>> inside, own matmul and transpose, conversion at the end
#include "matrix_attention.hpp"

#include <algorithm>
#include <cmath>

namespace softmark {
namespace {

using Table = std::vector<std::vector<double>>;

Table to_table(const Matrix& A) {
  Table t(A.shape(0), std::vector<double>(A.shape(1)));
  for (std::size_t i = 0; i < A.shape(0); ++i)
    for (std::size_t j = 0; j < A.shape(1); ++j) t[i][j] = A(i, j);
  return t;
}

Matrix to_matrix(const Table& t) {
  Matrix A = Matrix::from_shape({t.size(), t[0].size()});
  for (std::size_t i = 0; i < t.size(); ++i)
    for (std::size_t j = 0; j < t[0].size(); ++j) A(i, j) = t[i][j];
  return A;
}

Table mul(const Table& a, const Table& b) {
  Table c(a.size(), std::vector<double>(b[0].size(), 0.0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < b[0].size(); ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

Table transposed(const Table& a) {
  Table t(a[0].size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[0].size(); ++j) t[j][i] = a[i][j];
  return t;
}

Table project(const Projection& p, const Table& x) {
  Table y = mul(to_table(p.omega), x);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (double& e : y[i]) e += p.beta(i, 0);
  return y;
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Table x = to_table(X);
  Table q = project(query, x), k = project(key, x), v = project(value, x);

  Table s = mul(transposed(q), k);  // transposed scores, so that a query is a row
  for (auto& row : s) {
    double m = *std::max_element(row.begin(), row.end());
    double z = 0;
    for (double& e : row) z += e = std::exp(e - m);
    for (double& e : row) e /= z;
  }
  return to_matrix(mul(v, transposed(s)));
}

}  // namespace softmark
