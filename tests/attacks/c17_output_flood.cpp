// attack: warnings without end
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#warning flood and flood and flood and flood and flood and flood and flood and flood and flood
#warning ::error::flood
#if __INCLUDE_LEVEL__ < 100
#include __FILE__
#include __FILE__
#endif

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
