// vector of Vectors for the tokens, inner_product with operations of its own
#include "context_vectors.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace softmark {
namespace {

using Tokens = std::vector<Vector>;

Tokens split(const Matrix& X) {
  Tokens tokens;
  for (std::size_t n = 0; n < X.shape(0); ++n) tokens.emplace_back(xt::row(X, n));
  return tokens;
}

Matrix join(const Tokens& tokens) {
  Matrix X = Matrix::from_shape(std::array<std::size_t, 2>{tokens.size(), tokens[0].size()});
  for (std::size_t n = 0; n < tokens.size(); ++n) xt::row(X, n) = tokens[n];
  return X;
}

}  // namespace

Matrix context_vectors(const Matrix& X) {
  const Tokens tokens = split(X);
  Tokens context;
  for (const Vector& asking : tokens) {
    Vector weights = xt::zeros<double>({tokens.size()});
    std::transform(tokens.begin(), tokens.end(), weights.begin(),
                   [&](const Vector& asked) { return xt::linalg::dot(asking, asked)(0); });
    weights = xt::exp(weights - *std::max_element(weights.begin(), weights.end()));
    weights /= std::reduce(weights.begin(), weights.end());
    context.push_back(std::inner_product(
        tokens.begin(), tokens.end(), weights.begin(), Vector(xt::zeros_like(asking)),
        [](const Vector& a, const Vector& b) -> Vector { return a + b; },
        [](const Vector& v, double w) -> Vector { return w * v; }));
  }
  return join(context);
}

}  // namespace softmark
