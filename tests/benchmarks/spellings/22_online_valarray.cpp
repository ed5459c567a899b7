// one pass over the tokens with a running maximum, std::valarray as the accumulator
#include "one_token_attention.hpp"

#include <cmath>
#include <limits>
#include <valarray>

namespace softmark {
namespace {

using Numbers = std::valarray<double>;

Numbers token(const Matrix& X, std::size_t t) { return Numbers(&X(t, 0), X.shape(1)); }

Numbers times(const Numbers& x, const Matrix& W) {
  const Numbers w(W.data(), W.size());
  Numbers result(W.shape(1));
  for (std::size_t j = 0; j < result.size(); ++j)
    result[j] = (x * Numbers(w[std::slice(j, W.shape(0), W.shape(1))])).sum();
  return result;
}

}  // namespace

ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk) {
  const std::size_t T = X.shape(0);
  const Numbers query = times(token(X, 1), Wq);

  Vector attention = xt::zeros<double>({T});
  double largest = -std::numeric_limits<double>::infinity();
  double total = 0;
  Numbers mixture(0.0, X.shape(1));
  for (std::size_t t = 0; t < T; ++t) {
    const double score = (query * times(token(X, t), Wk)).sum();
    attention(t) = score;
    const double now = std::max(largest, score);
    const double fade = std::exp(largest - now);
    const double weight = std::exp(score - now);
    total = total * fade + weight;
    mixture *= fade;
    mixture += weight * token(X, t);
    largest = now;
  }
  mixture /= total;
  for (double& a : attention) a = std::exp(a - largest) / total;

  Vector modified = xt::zeros<double>({X.shape(1)});
  std::copy(std::begin(mixture), std::end(mixture), modified.begin());
  return {modified, attention};
}

}  // namespace softmark
