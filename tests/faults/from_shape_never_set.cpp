// exercise: 05_similarity
// says: it computes here with memory that was never set
#include "similarity.hpp"

namespace softmark {

Matrix similarity(const Matrix& X) {
  const std::size_t N = X.shape(0);
  Matrix S = Matrix::from_shape({N, N});
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t d = 0; d < X.shape(1); ++d) S(i, j) += X(i, d) * X(j, d);  // HERE
  return S;
}

}  // namespace softmark
