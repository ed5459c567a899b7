// verdict: memory_limit
// says: it needed more than 256 MiB of memory
// options: --memory-limit 256

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  std::vector<Matrix> hoard;
  for (;;) hoard.push_back(xt::ones<double>({1000, 1000}));
}

}  // namespace softmark
