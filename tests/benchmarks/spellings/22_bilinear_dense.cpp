// dense: scores as one bilinear form X (Wk Wq^T x1), two statements and a return
#include "one_token_attention.hpp"

#include <xtensor/xnorm.hpp>

namespace softmark {

ModifiedToken one_token_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk) {
  const Vector question = xt::linalg::dot(xt::linalg::dot(Wk, xt::transpose(Wq)), xt::row(X, 1));
  const Vector scores = xt::linalg::dot(X, question);
  const Vector e = xt::eval(xt::exp(scores - *std::max_element(scores.cbegin(), scores.cend())));
  const Vector a = e / xt::norm_l1(e)();
  return {xt::linalg::dot(xt::transpose(X), a), a};
}

}  // namespace softmark
