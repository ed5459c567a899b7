// functional: compose std::function steps, no variables of matrices in the main function
#include "context_vectors.hpp"

#include <functional>

namespace softmark {
namespace {

using Step = std::function<Matrix(const Matrix&)>;

Step after(Step g, Step f) {
  return [=](const Matrix& a) { return g(f(a)); };
}

Matrix gram(const Matrix& a) { return xt::linalg::dot(a, xt::transpose(a)); }

Matrix exponentials(const Matrix& s) { return xt::exp(s - xt::amax(s, {1}, xt::keep_dims)); }

Matrix shares(const Matrix& e) { return e / xt::sum(e, {1}, xt::keep_dims); }

Step mix(const Matrix& tokens) {
  return [&tokens](const Matrix& weights) -> Matrix { return xt::linalg::dot(weights, tokens); };
}

}  // namespace

Matrix context_vectors(const Matrix& X) {
  const Step softmax = after(shares, exponentials);
  return after(mix(X), after(softmax, gram))(X);
}

}  // namespace softmark
