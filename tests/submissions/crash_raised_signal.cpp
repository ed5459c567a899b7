// verdict: crashed
// says: CPU time limit exceeded (SIGXCPU)

#include "matrix_attention.hpp"

#include <csignal>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  std::raise(SIGXCPU);
  return {};
}

}  // namespace softmark
