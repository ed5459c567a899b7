// verdict: too_costly
// limit: some_again

#include "head_layout.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

// d rows, one for each number of a key or value.
static Rows turned_head(const Rows& A, std::size_t first, std::size_t d) {
  Rows head(d, A.shape(0));
  for (std::size_t c = 0; c < d; ++c) {
    for (std::size_t j = 0; j < A.shape(0); ++j) head(c, j) = A(j, first + c);
  }
  return head;
}

Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads) {
  Rows output(Q.shape(0), Q.shape(1));
  const std::size_t d = Q.shape(1) / heads;
  const std::size_t M = K.shape(0);
  const Real root = sqrt(Real(static_cast<double>(d)));
  for (std::size_t h = 0; h < heads; ++h) {
    const Rows keys = turned_head(K, h * d, d);
    const Rows values = turned_head(V, h * d, d);
    for (std::size_t i = 0; i < Q.shape(0); ++i) {
      std::vector<Real> p(M);
      for (std::size_t c = 0; c < d; ++c) {
        const Real q = Q(i, h * d + c) / root;
        for (std::size_t j = 0; j < M; ++j) p[j] += q * keys(c, j);
      }
      const Real top = *std::max_element(p.begin(), p.end());
      Real sum = 0;
      for (Real& x : p) sum += x = exp(x - top);
      for (std::size_t c = 0; c < d; ++c) {
        Real o = 0;
        for (std::size_t j = 0; j < M; ++j) o += p[j] * values(c, j);
        output(i, h * d + c) = o / sum;
      }
    }
  }
  return output;
}

}  // namespace softmark
