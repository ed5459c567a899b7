// verdict: time_limit
// says: all its calls together took more than 2 seconds: does it wait for something?
// options: --time-limit 1 --run-limit 2

#include "matrix_attention.hpp"

#include <unistd.h>

namespace softmark {

// Right, and within the limit of one call, but there are many.
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  usleep(900'000);
  const auto project = [&](const Projection& p) -> Matrix { return xt::linalg::dot(p.omega, X) + p.beta; };
  const Matrix scores = xt::linalg::dot(xt::transpose(project(key)), project(query));
  return xt::linalg::dot(project(value), xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)) /
                                             xt::sum(xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)), {0},
                                                     xt::keep_dims));
}

}  // namespace softmark
