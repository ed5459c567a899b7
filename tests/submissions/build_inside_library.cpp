// verdict: build_failed
// says: called from this line

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  (void)query, (void)key, (void)value;
  return xt::sum(X, {0}, "keep");
}

}  // namespace softmark
