// attack: a compiler message that overflows the stack of the grader's regular expressions
// verdict: build_failed

#include "matrix_attention.hpp"

#define TEN(x) x x x x x x x x x x
static_assert(sizeof(softmark::Matrix) == 0,
              "xt::xtensor<double, 1" TEN(TEN(TEN(TEN(TEN("u"))))) ">");

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  return X;
}

}  // namespace softmark
