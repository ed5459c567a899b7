// verdict: build_failed
// says: The lengths in braces must have one type

#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const std::size_t N = X.shape(1);
  Matrix ones = xt::ones<double>({N, 1});
  return X * query.beta(0, 0) * key.beta(0, 0) * value.beta(0, 0) * ones(0, 0);
}

}  // namespace softmark
