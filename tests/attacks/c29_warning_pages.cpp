// attack: hundreds of warnings about a program that compiles, to fill the report
// verdict: wrong_shape

#include "matrix_attention.hpp"

#warning flood and flood and flood and flood and flood and flood and flood and flood and flood
#if __INCLUDE_LEVEL__ < 9
#include __FILE__
#include __FILE__
#endif
#if __INCLUDE_LEVEL__ == 0

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark

#endif
