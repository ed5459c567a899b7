// verdict: exception
// says: it threw an exception: from a thread

#include "matrix_attention.hpp"

#include <stdexcept>
#include <thread>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  std::thread([] { throw std::runtime_error("from a thread"); }).join();
  return Matrix();
}

}  // namespace softmark
