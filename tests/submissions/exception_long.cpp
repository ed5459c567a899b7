// verdict: exception
// says: it threw an exception: xxxx

#include "matrix_attention.hpp"

#include <stdexcept>
#include <string>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  throw std::runtime_error(std::string(100'000, 'x'));
}

}  // namespace softmark
