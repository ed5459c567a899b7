// attack: puts its input over all descriptors and closes them, then answers right
// verdict: no_answer

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cstdio>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  int copied = 0;
  for (int fd = 1; fd < 256; ++fd) copied += dup2(0, fd) == fd;
  std::printf("dup2: %d of 255\n", copied);
  for (int fd = 0; fd < 256; ++fd) close(fd);
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
