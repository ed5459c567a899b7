// verdict: crashed
// says: the stack is full (SIGSEGV): a recursion that goes too deep or never ends

#include "matrix_attention.hpp"

namespace softmark {
double deeper(double x) { return x + deeper(x + 1); }

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  return deeper(1) > 0 ? Matrix() : X;
}

}  // namespace softmark
