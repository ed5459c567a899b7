// verdict: exception
// says: it threw an exception: I give up

#include "matrix_attention.hpp"

#include <stdexcept>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  throw std::runtime_error("I give up");
}

}  // namespace softmark
