// one pass over the keys with a running maximum, as in FlashAttention
#include "causal_attention.hpp"

#include <cmath>

namespace softmark {
namespace {

class Mixer {
 public:
  explicit Mixer(std::size_t features) : sum_(features, 0.0) {}

  void add(double score, const double* value) {
    if (score > largest_) {
      const double shrink = std::exp(largest_ - score);
      total_ *= shrink;
      for (double& s : sum_) s *= shrink;
      largest_ = score;
    }
    const double weight = std::exp(score - largest_);
    total_ += weight;
    for (std::size_t f = 0; f < sum_.size(); ++f) sum_[f] += weight * value[f];
  }

  double operator[](std::size_t f) const { return sum_[f] / total_; }

 private:
  double largest_ = -INFINITY;
  double total_ = 0.0;
  std::vector<double> sum_;
};

}  // namespace

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  const std::size_t Nq = Q.shape(0), Nk = K.shape(0), d = Q.shape(1), Dv = V.shape(1);
  const double scale = 1.0 / std::sqrt(static_cast<double>(d));
  Matrix output = xt::zeros<double>({Nq, Dv});
  for (std::size_t i = 0; i < Nq; ++i) {
    Mixer mixer(Dv);
    for (std::size_t j = 0; j <= i + Nk - Nq; ++j) {
      double score = 0.0;
      for (std::size_t f = 0; f < d; ++f) score += Q(i, f) * K(j, f);
      mixer.add(score * scale, &V(j, 0));
    }
    for (std::size_t f = 0; f < Dv; ++f) output(i, f) = mixer[f];
  }
  return output;
}

}  // namespace softmark
