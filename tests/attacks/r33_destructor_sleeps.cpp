// attack: answers right, then sleeps for ever in a destructor
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

#include <unistd.h>

namespace softmark {
namespace {

struct Sleeping {
  ~Sleeping() {
    for (;;) sleep(100);
  }
};

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  static Sleeping at_exit;
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
