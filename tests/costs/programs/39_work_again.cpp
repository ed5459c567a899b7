// verdict: too_costly
// limit: work_again

#include "head_layout.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

namespace {

Rows head_of(const Rows& A, std::size_t first, std::size_t d) {
  Rows head(A.shape(0), d);
  for (std::size_t j = 0; j < A.shape(0); ++j) {
    for (std::size_t c = 0; c < d; ++c) head(j, c) = A(j, first + c);
  }
  return head;
}

class OneHead {
 public:
  OneHead(const Rows& Q, const Rows& K, const Rows& V, std::size_t h, std::size_t d)
      : Q_(Q), keys_(head_of(K, h * d, d)), values_(head_of(V, h * d, d)), first_(h * d), d_(d) {}

  Real output(std::size_t i, std::size_t c) const {
    const std::vector<Real> w = weights(i);
    Real o = 0;
    for (std::size_t j = 0; j < w.size(); ++j) o += w[j] * values_(j, c);
    return o;
  }

 private:
  std::vector<Real> weights(std::size_t i) const {
    std::vector<Real> w(keys_.shape(0));
    for (std::size_t j = 0; j < w.size(); ++j) {
      for (std::size_t c = 0; c < d_; ++c) w[j] += Q_(i, first_ + c) * keys_(j, c);
      w[j] /= sqrt(Real(static_cast<double>(d_)));
    }
    const Real top = *std::max_element(w.begin(), w.end());
    Real sum = 0;
    for (Real& x : w) sum += x = exp(x - top);
    for (Real& x : w) x /= sum;
    return w;
  }

  const Rows& Q_;
  Rows keys_, values_;
  std::size_t first_, d_;
};

}  // namespace

Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads) {
  Rows output(Q.shape(0), Q.shape(1));
  const std::size_t d = Q.shape(1) / heads;
  for (std::size_t h = 0; h < heads; ++h) {
    const OneHead head(Q, K, V, h, d);
    for (std::size_t i = 0; i < Q.shape(0); ++i) {
      for (std::size_t c = 0; c < d; ++c) output(i, h * d + c) = head.output(i, c);
    }
  }
  return output;
}

}  // namespace softmark
