// std::transform over heads into a vector of outputs, then joined by repeated hstack
#include "multi_head_attention.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace softmark {
namespace {

const std::function<Matrix(const Matrix&, const Matrix&)> times =
    [](const Matrix& a, const Matrix& b) { return Matrix(xt::linalg::dot(a, b)); };

void hide(Matrix& scores) {
  const auto gap = scores.shape(1) - scores.shape(0);
  for (std::size_t i = 0; i < scores.shape(0); ++i)
    std::fill(&scores(i, 0) + i + gap + 1, &scores(i, 0) + scores.shape(1), -INFINITY);
}

}  // namespace

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  std::vector<std::size_t> order(Wq.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Matrix> outputs(order.size());
  std::transform(order.begin(), order.end(), outputs.begin(), [&](std::size_t h) -> Matrix {
    const Matrix q = times(X, Wq[h]);
    const Matrix k = times(Y, Wk[h]);
    const Matrix v = times(Y, Wv[h]);
    Matrix s = xt::linalg::dot(q, xt::transpose(k));
    s /= std::sqrt(double(k.shape(1)));
    if (causal) hide(s);
    for (std::size_t i = 0; i < s.shape(0); ++i) {
      auto r = xt::row(s, i);
      r = xt::exp(r - xt::amax(r)());
      r /= xt::sum(r)();
    }
    return times(s, v);
  });
  const Matrix joined =
      std::accumulate(std::next(outputs.begin()), outputs.end(), outputs.front(),
                      [](const Matrix& left, const Matrix& right) -> Matrix {
                        return xt::hstack(xt::xtuple(left, right));
                      });
  return times(joined, Wout);
}

}  // namespace softmark
