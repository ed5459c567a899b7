// verdict: too_costly
// limit: never_together

#include "head_layout.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

namespace {

/// One head of a matrix, as a matrix of its own.
class Head {
 public:
  Head(const Rows& A, std::size_t h, std::size_t heads)
      : A_(A), d_(A.shape(1) / heads), first_(h * d_) {}
  std::size_t rows() const { return A_.shape(0); }
  std::size_t columns() const { return d_; }
  Real operator()(std::size_t i, std::size_t c) const { return A_(i, first_ + c); }

 private:
  const Rows& A_;
  std::size_t d_, first_;
};

void attention(const Head& q, const Head& k, const Head& v, std::size_t first, Rows& output) {
  std::vector<Real> p(k.rows());
  const Real root = sqrt(Real(static_cast<double>(q.columns())));
  for (std::size_t i = 0; i < q.rows(); ++i) {
    for (std::size_t j = 0; j < k.rows(); ++j) {
      Real s = 0;
      for (std::size_t c = 0; c < q.columns(); ++c) s += q(i, c) * k(j, c);
      p[j] = s / root;
    }
    const Real top = *std::max_element(p.begin(), p.end());
    Real sum = 0;
    for (Real& x : p) sum += x = exp(x - top);
    for (std::size_t j = 0; j < v.rows(); ++j) {
      for (std::size_t c = 0; c < v.columns(); ++c) output(i, first + c) += p[j] * v(j, c);
    }
    for (std::size_t c = 0; c < v.columns(); ++c) output(i, first + c) /= sum;
  }
}

}  // namespace

Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads) {
  Rows output(Q.shape(0), Q.shape(1));
  for (std::size_t h = 0; h < heads; ++h) {
    const Head q(Q, h, heads), k(K, h, heads), v(V, h, heads);
    attention(q, k, v, h * q.columns(), output);
  }
  return output;
}

}  // namespace softmark
