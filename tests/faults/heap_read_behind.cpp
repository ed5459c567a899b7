// exercise: 05_similarity
// says: it reads 8 bytes right behind a block of
#include "similarity.hpp"

namespace softmark {

Matrix similarity(const Matrix& X) {
  const std::size_t N = X.shape(0), D = X.shape(1);
  double* flat = new double[N * D];
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < D; ++j) flat[i * D + j] = X(i, j);
  double sum = 0;
  for (std::size_t i = 0; i <= N * D; ++i) sum += flat[i];  // HERE
  delete[] flat;
  Matrix S = xt::zeros<double>({N, N});
  S(0, 0) = sum / 0.0 - sum / 0.0;
  return S;
}

}  // namespace softmark
