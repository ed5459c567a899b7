// attack: includes itself twice, 150 deep
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#if __INCLUDE_LEVEL__ < 150
#include __FILE__
#include __FILE__
#endif

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
