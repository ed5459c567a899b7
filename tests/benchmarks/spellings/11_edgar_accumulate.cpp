// sums head times its rows of Wout, no concatenation; optional mask
#include "multi_head_attention.hpp"

#include <optional>

namespace softmark {
namespace {

std::optional<Matrix> make_mask(std::size_t nq, std::size_t nk, bool causal) {
  if (!causal) return std::nullopt;
  Matrix mask = xt::zeros<double>({nq, nk});
  for (std::size_t i = 0; i < nq; ++i)
    for (std::size_t j = i + nk - nq + 1; j < nk; ++j) mask(i, j) = -INFINITY;
  return mask;
}

Matrix head(const Matrix& q, const Matrix& k, const Matrix& v, const std::optional<Matrix>& mask) {
  Matrix s = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(double(q.shape(1)));
  if (mask) s += *mask;
  s = xt::exp(s - xt::amax(s, {1}, xt::keep_dims));
  return xt::linalg::dot(s, v) / xt::sum(s, {1}, xt::keep_dims);
}

}  // namespace

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  const auto mask = make_mask(X.shape(0), Y.shape(0), causal);
  Matrix result = xt::zeros<double>({X.shape(0), Wout.shape(1)});
  std::size_t row = 0;
  for (std::size_t h = 0; h < Wq.size(); ++h) {
    const Matrix out = head(xt::linalg::dot(X, Wq[h]), xt::linalg::dot(Y, Wk[h]),
                            xt::linalg::dot(Y, Wv[h]), mask);
    const std::size_t next = row + out.shape(1);
    result += xt::linalg::dot(out, xt::view(Wout, xt::range(row, next), xt::all()));
    row = next;
  }
  return result;
}

}  // namespace softmark
