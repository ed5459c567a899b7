// verdict: exception
// says: An array that is only declared has no elements

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  (void)query, (void)key;
  Matrix V;
  for (std::size_t i = 0; i < X.shape(0); ++i) V(i, 0) = value.beta(i, 0);
  return V;
}

}  // namespace softmark
