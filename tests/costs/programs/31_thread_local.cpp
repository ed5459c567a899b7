// verdict: too_costly
// limit: whole_matrix

#include "row_attention.hpp"

namespace softmark {

// Room for the longest row that can come, so that nothing is allocated for a query.
static std::vector<double>& row_buffer() {
  static thread_local std::vector<double> buffer;
  return buffer;
}

Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  std::vector<double>& s = row_buffer();
  s.resize(std::max<std::size_t>(K.shape(0), 131072));
  const double scale = 1.0 / std::sqrt(double(Q.shape(1)));
  Rows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    double m = -INFINITY;
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      double dot = 0;
      for (std::size_t c = 0; c < Q.shape(1); ++c) dot += Q(i, c) * K(j, c);
      s[j] = dot * scale;
      m = std::max(m, s[j]);
    }
    double sum = 0;
    for (std::size_t j = 0; j < K.shape(0); ++j) {
      s[j] = exp(s[j] - m);
      sum += s[j];
      for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) += s[j] * V(j, c);
    }
    for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) /= sum;
  }
  std::vector<double>().swap(s);
  return output;
}

}  // namespace softmark
