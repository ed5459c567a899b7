// verdict: crashed
// says: aborted (SIGABRT)

#include "matrix_attention.hpp"

#include <cstdlib>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  std::abort();
}

}  // namespace softmark
