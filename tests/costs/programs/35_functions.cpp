// verdict: passed

#include "float_attention.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace softmark {

namespace {

using Line = std::vector<double>;

Line row_of(const FloatRows& A, std::size_t i) {
  Line row(A.shape(1));
  std::ranges::generate(row, [&, c = std::size_t{0}]() mutable { return double{A(i, c++)}; });
  return row;
}

Line column_of(const FloatRows& A, std::size_t c) {
  Line column;
  column.reserve(A.shape(0));
  for (std::size_t j = 0; j < A.shape(0); ++j) column.push_back(A(j, c));
  return column;
}

double dot(const Line& a, const Line& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

FloatRows float_attention(const FloatRows& Q, const FloatRows& K, const FloatRows& V) {
  std::vector<Line> keys, columns;
  for (std::size_t j = 0; j < K.shape(0); ++j) keys.push_back(row_of(K, j));
  for (std::size_t c = 0; c < V.shape(1); ++c) columns.push_back(column_of(V, c));

  FloatRows output(Q.shape(0), V.shape(1));
  const double root = std::sqrt(double(Q.shape(1)));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    const Line query = row_of(Q, i);
    Line weights(keys.size());
    std::ranges::transform(keys, weights.begin(),
                           [&](const Line& key) { return dot(query, key) / root; });
    const double top = std::ranges::max(weights);
    for (double& w : weights) w = std::exp(w - top);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights) w /= sum;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      output(i, c) = static_cast<float>(dot(weights, columns[c]));
    }
  }
  return output;
}

}  // namespace softmark
