// verdict: exception
// says: it threw an exception: from a noexcept function

#include "matrix_attention.hpp"

#include <stdexcept>

namespace softmark {
void must_not_throw() noexcept { throw std::runtime_error("from a noexcept function"); }

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  must_not_throw();
  return Matrix();
}

}  // namespace softmark
