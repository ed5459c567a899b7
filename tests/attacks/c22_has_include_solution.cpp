// attack: asks whether the solution can be read, and takes it only then
// verdict: wrong_shape or build_failed
// wins: passed
// weak: open

#include "matrix_attention.hpp"

#if __has_include("@SOLUTION@")
#include "@SOLUTION@"
#elif __has_include("../../solutions/02_matrix_attention/matrix_attention.cpp")
#include "../../solutions/02_matrix_attention/matrix_attention.cpp"
#else
namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
#endif
