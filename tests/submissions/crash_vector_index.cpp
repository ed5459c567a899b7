// verdict: crashed
// says: an index is past the end of a std::vector or std::array

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  std::vector<double> weights(X.shape(1));
  for (std::size_t m = 0; m <= X.shape(1); ++m) weights[m] = query.beta(0, 0) + key.beta(0, 0);
  return X * weights[0] + value.beta(0, 0);
}

}  // namespace softmark
