// exercise: 07_context_vectors
// verdict: passed
// says: it never frees the
#include "context_vectors.hpp"

#include <memory>

namespace softmark {
namespace {

struct Token {
  std::shared_ptr<Token> other;
};

}  // namespace

Matrix context_vectors(const Matrix& X) {
  auto first = std::make_shared<Token>();   // HERE
  auto second = std::make_shared<Token>();  // HERE
  first->other = second;
  second->other = first;
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
