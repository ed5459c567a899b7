// modern C++: a small struct per token, STL numeric algorithms
#include "token_classifier.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace softmark {
namespace {

struct Verdict {
  std::array<double, 2> z{};
  int label = 0;

  double log_sum() const {
    const auto [low, high] = std::minmax(z[0], z[1]);
    return high + std::log1p(std::exp(low - high));
  }
  double log_p(int c) const { return z[static_cast<std::size_t>(c)] - log_sum(); }
  int guess() const { return static_cast<int>(std::max_element(z.begin(), z.end()) - z.begin()); }
  bool right() const { return guess() == label; }
};

}  // namespace

Classification token_classifier(const Matrix& X, const xt::xtensor<int, 1>& y,
                                const Linear& layer) {
  std::vector<Verdict> verdicts(X.shape(0));
  for (std::size_t n = 0; n < verdicts.size(); ++n) {
    const auto token = xt::row(X, static_cast<std::ptrdiff_t>(n));
    for (std::size_t c = 0; c < 2; ++c) {
      const auto weights = xt::view(layer.W, c, xt::all());
      verdicts[n].z[c] =
          std::inner_product(token.begin(), token.end(), weights.begin(), layer.b(c));
    }
    verdicts[n].label = y(n);
  }

  Classification answer;
  answer.probabilities = xt::empty<double>({verdicts.size(), std::size_t(2)});
  auto out = answer.probabilities.begin();
  for (const Verdict& v : verdicts)
    for (int c : {0, 1}) *out++ = std::exp(v.log_p(c));

  const double N = static_cast<double>(verdicts.size());
  answer.loss = std::transform_reduce(verdicts.begin(), verdicts.end(), 0.0, std::plus<>{},
                                      [&](const Verdict& v) { return -v.log_p(v.label) / N; });
  answer.accuracy = std::count_if(verdicts.begin(), verdicts.end(),
                                  [](const Verdict& v) { return v.right(); }) / N;
  return answer;
}

}  // namespace softmark
