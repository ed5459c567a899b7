// std::vector of rows inside, lambdas, conversion with adapt at the end
#include "one_token_attention.hpp"

#include <xtensor/xadapt.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace softmark {

using Row = std::vector<double>;

ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk) {
  const auto project = [](const Row& x, const Matrix& W) {
    Row out(W.shape(1), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < out.size(); ++j) out[j] += x[i] * W(i, j);
    return out;
  };
  const auto dot = [](const Row& a, const Row& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };

  std::vector<Row> tokens;
  for (std::size_t t = 0; t < X.shape(0); ++t)
    tokens.emplace_back(X.begin() + static_cast<std::ptrdiff_t>(t * X.shape(1)),
                        X.begin() + static_cast<std::ptrdiff_t>((t + 1) * X.shape(1)));

  const Row q = project(tokens.at(1), Wq);
  Row a(tokens.size());
  std::transform(tokens.begin(), tokens.end(), a.begin(),
                 [&](const Row& x) { return dot(q, project(x, Wk)); });
  record("scores", Vector(xt::adapt(a, {a.size()})));

  const double m = *std::max_element(a.begin(), a.end());
  std::for_each(a.begin(), a.end(), [m](double& s) { s = std::exp(s - m); });
  const double total = std::accumulate(a.begin(), a.end(), 0.0);
  std::transform(a.begin(), a.end(), a.begin(), [total](double e) { return e / total; });

  Row mix(X.shape(1), 0.0);
  for (std::size_t t = 0; t < tokens.size(); ++t)
    std::transform(mix.begin(), mix.end(), tokens[t].begin(), mix.begin(),
                   [w = a[t]](double old, double x) { return old + w * x; });

  Vector modified = xt::adapt(mix, {mix.size()});
  Vector attention = xt::adapt(a, {a.size()});
  return {modified, attention};
}

}  // namespace softmark
