// attack: a static array that is larger than the memory limit
// verdict: build_failed or memory_limit or crashed

#include "matrix_attention.hpp"

volatile char big[1500000000];

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  for (std::size_t i = 0; i < sizeof big; i += 4096) big[i] = 1;
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
