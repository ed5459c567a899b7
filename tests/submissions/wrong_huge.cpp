// verdict: wrong_shape
// says: it has shape (2000, 2000), expected (4, 3)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return xt::zeros<double>({2000, 2000});
}

}  // namespace softmark
