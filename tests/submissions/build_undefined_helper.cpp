// verdict: build_failed
// says: it uses softmark::helper(int), which is declared but defined nowhere

#include "matrix_attention.hpp"

namespace softmark {
void helper(int);

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  helper(1);
  return Matrix();
}

}  // namespace softmark
