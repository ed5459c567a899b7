// verdict: too_costly
// limit: whole_matrix

#include "row_attention.hpp"

namespace softmark {

namespace {

struct Row {
  std::vector<Real> weights;
  Real sum = 0;
};

Row softmax_row(const Rows& Q, std::size_t i, const Rows& K) {
  const Real scale = 1.0 / std::sqrt(double(Q.shape(1)));
  Row row;
  row.weights.reserve(K.shape(0));
  Real m = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < K.shape(0); ++j) {
    Real dot = 0;
    for (std::size_t c = 0; c < Q.shape(1); ++c) dot += Q(i, c) * K(j, c);
    row.weights.push_back(dot * scale);
    m = std::max(m, row.weights.back());
  }
  for (Real& w : row.weights) {
    w = exp(w - m);
    row.sum += w;
  }
  return row;
}

}  // namespace

Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  // first all rows of weights, one by one, then the outputs
  std::vector<Row> rows;
  for (std::size_t i = 0; i < Q.shape(0); ++i) rows.push_back(softmax_row(Q, i, K));

  Rows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t c = 0; c < V.shape(1); ++c) {
      for (std::size_t j = 0; j < K.shape(0); ++j) output(i, c) += rows[i].weights[j] * V(j, c);
      output(i, c) /= rows[i].sum;
    }
  return output;
}

}  // namespace softmark
