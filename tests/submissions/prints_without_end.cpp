// verdict: wrong_shape
// says: it has shape (0, 0)

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  for (int i = 0; i < 20000; ++i) std::cout << "one line of many that nobody wants to read in full\n";
  return Matrix();
}

}  // namespace softmark
