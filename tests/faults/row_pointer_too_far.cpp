// exercise: 05_similarity
// says: it reads 8 bytes
#include "similarity.hpp"

namespace softmark {

Matrix similarity(const Matrix& X) {
  const std::size_t N = X.shape(0), D = X.shape(1);
  Matrix S = xt::zeros<double>({N, N});
  for (std::size_t i = 0; i < N; ++i) {
    const double* row = X.data() + i * D;
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t d = 0; d < D; ++d) S(i, j) += row[d] * row[j * D + d];  // HERE
  }
  return S;
}

}  // namespace softmark
