// verdict: memory_limit
// says: it needed more than 64 MiB of memory
// options: --memory-limit 64

#include "matrix_attention.hpp"

namespace softmark {

thread_local char big[1 << 30];

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  big[X.shape(0)] = 1;
  return X * big[3];
}

}  // namespace softmark
