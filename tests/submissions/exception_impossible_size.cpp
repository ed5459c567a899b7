// verdict: exception
// says: an array of impossible size was asked for. Did a length fall below 0?

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix::from_shape({std::size_t(-1), 2});
}

}  // namespace softmark
