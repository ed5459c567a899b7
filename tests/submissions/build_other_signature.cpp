// verdict: build_failed
// says: the file does not define matrix_attention with the parameters that matrix_attention.hpp declares

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X) { return X; }

}  // namespace softmark
