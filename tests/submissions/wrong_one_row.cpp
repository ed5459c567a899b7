// verdict: wrong_shape
// says: it has shape (1, 3), expected (4, 3)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return xt::ones<double>({1, 3});
}

}  // namespace softmark
