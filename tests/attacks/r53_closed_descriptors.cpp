// attack: puts its input over all descriptors and closes them, then answers right
// verdict: no_answer

#include "matrix_attention.hpp"
#include "right_answer.hpp"

#include <unistd.h>

#include <cstdio>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  int copied = 0;
  for (int fd = 1; fd < 256; ++fd) copied += dup2(0, fd) == fd;
  std::printf("dup2: %d of 255\n", copied);
  for (int fd = 0; fd < 256; ++fd) close(fd);
  return right_answer(X, query, key, value);
}

}  // namespace softmark
