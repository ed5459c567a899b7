// verdict: memory_limit
// says: it needed more than 256 MiB of memory
// options: --memory-limit 256

#include "matrix_attention.hpp"

#include <cstdlib>
#include <cstring>

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  for (;;) {
    void* block = std::malloc(std::size_t{1} << 20);
    std::memset(block, 1, std::size_t{1} << 20);  // at the limit block is null: killed for that
  }
}

}  // namespace softmark
