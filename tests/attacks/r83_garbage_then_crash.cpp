// attack: fills the grader's channel with garbage, so that the handler of a crash has to wait there
// verdict: crashed or time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <unistd.h>

#include <csignal>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  for (int i = 0; i < 20; ++i) {
    if (write(4, X.data(), 8 * X.size()) < 0) break;
  }
  *reinterpret_cast<volatile int*>(8) = 1;
  return X;
}

}  // namespace softmark
