// C manner: one pass over the tokens with a running maximum, nothing stored
#include "single_query_attention.hpp"

#include <cmath>
#include <limits>

namespace softmark {

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  const int B = (int)X.shape(0), N = (int)X.shape(1), E = (int)X.shape(2), d = (int)q.size();
  const double* x = X.data();
  const double* wk = key.W.data();
  const double* wv = value.W.data();
  Matrix answers = xt::zeros<double>({B, 1});

  for (int i = 0; i < B; ++i) {
    double top = -std::numeric_limits<double>::infinity();
    double below = 0, above = 0;
    for (int n = 0; n < N; ++n, x += E) {
      double s = 0;
      for (int j = 0; j < d; ++j) {
        double k = key.b[j];
        for (int e = 0; e < E; ++e) k += wk[j * E + e] * x[e];
        s += k * q.data()[j];
      }
      s /= std::sqrt((double)d);
      double v = value.b[0];
      for (int e = 0; e < E; ++e) v += wv[e] * x[e];

      if (s > top) {
        const double shrink = std::exp(top - s);
        below *= shrink;
        above *= shrink;
        top = s;
      }
      const double w = std::exp(s - top);
      below += w;
      above += w * v;
    }
    answers(i, 0) = above / below;
  }
  return answers;
}

}  // namespace softmark
