// one token at a time: matrix times vector, vector times matrix
#include "context_vectors.hpp"

namespace softmark {

Matrix context_vectors(const Matrix& X) {
  Matrix context = xt::zeros_like(X);
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    Vector token = xt::view(X, n, xt::all());
    Vector scores = xt::linalg::dot(X, token);  // (N)
    Vector weights = xt::exp(scores - xt::amax(scores)());
    weights /= xt::sum(weights)();
    record("attention weights", weights);
    xt::view(context, n, xt::all()) = xt::linalg::dot(weights, X);
  }
  return context;
}

}  // namespace softmark
