// verdict: passed

#include "row_attention.hpp"

#include <array>

namespace softmark {

namespace {

// What a range of keys says about one query.
struct Partial {
  double largest;
  double sum;
  std::vector<double> values;
};

class Query {
 public:
  Query(const Rows& Q, std::size_t row, const Rows& K, const Rows& V) : K_(K), V_(V) {
    q_.reserve(Q.shape(1));
    const double scale = 1.0 / std::sqrt(double(Q.shape(1)));
    for (std::size_t c = 0; c < Q.shape(1); ++c) q_.push_back(Q(row, c) * scale);
  }

  // Divide and conquer over the keys.
  Partial over(std::size_t from, std::size_t to) const {
    if (to - from <= kLeaf) return leaf(from, to);
    const std::size_t middle = from + (to - from) / 2;
    Partial left = over(from, middle);
    const Partial right = over(middle, to);
    return join(std::move(left), right);
  }

 private:
  static constexpr std::size_t kLeaf = 24;

  Partial leaf(std::size_t from, std::size_t to) const {
    std::array<double, kLeaf> s;
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = from; j < to; ++j) {
      double dot = 0;
      for (std::size_t c = 0; c < q_.size(); ++c) dot += q_[c] * K_(j, c);
      s[j - from] = dot;
      largest = std::max(largest, dot);
    }
    Partial p{largest, 0, std::vector<double>(V_.shape(1), double(0))};
    for (std::size_t j = from; j < to; ++j) {
      const double w = exp(s[j - from] - largest);
      p.sum += w;
      for (std::size_t c = 0; c < p.values.size(); ++c) p.values[c] += w * V_(j, c);
    }
    return p;
  }

  static Partial join(Partial a, const Partial& b) {
    const double m = std::max(a.largest, b.largest);
    const double fa = exp(a.largest - m), fb = exp(b.largest - m);
    a.largest = m;
    a.sum = a.sum * fa + b.sum * fb;
    for (std::size_t c = 0; c < a.values.size(); ++c)
      a.values[c] = a.values[c] * fa + b.values[c] * fb;
    return a;
  }

  const Rows& K_;
  const Rows& V_;
  std::vector<double> q_;
};

}  // namespace

Rows row_attention(const Rows& Q, const Rows& K, const Rows& V) {
  Rows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    const Partial all = Query(Q, i, K, V).over(0, K.shape(0));
    for (std::size_t c = 0; c < V.shape(1); ++c) output(i, c) = all.values[c] / all.sum;
  }
  return output;
}

}  // namespace softmark
