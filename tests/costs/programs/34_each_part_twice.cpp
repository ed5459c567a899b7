// verdict: too_costly
// limit: work_again

#include "blocked_product.hpp"

namespace softmark {

Rows blocked_product(const Rows& A, const Rows& B) {
  const std::size_t size = 32;
  Rows C(A.shape(0), B.shape(1));
  for (std::size_t i0 = 0; i0 < C.shape(0); i0 += size)
    for (std::size_t j0 = 0; j0 < C.shape(1); j0 += size)
      for (std::size_t k0 = 0; k0 < A.shape(1); k0 += size) {
        // What the blocks k0 give to element i, j.
        const auto part = [&](std::size_t i, std::size_t j) {
          Real sum = 0;
          for (std::size_t k = k0; k < std::min(k0 + size, A.shape(1)); ++k)
            sum += A(i, k) * B(k, j);
          return sum;
        };
        // Where it is zero nothing has to be written.
        for (std::size_t i = i0; i < std::min(i0 + size, C.shape(0)); ++i)
          for (std::size_t j = j0; j < std::min(j0 + size, C.shape(1)); ++j)
            if (part(i, j) != 0) C(i, j) += part(i, j);
      }
  return C;
}

}  // namespace softmark
