// attack: prints 100 MB
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cstring>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  static char piece[65536];
  std::memset(piece, 'x', sizeof piece);
  for (int i = 0; i < 1600; ++i) {
    if (write(1 + i % 2, piece, sizeof piece) < 0) break;
  }
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
