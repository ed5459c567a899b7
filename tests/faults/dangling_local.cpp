// exercise: 05_similarity
// says: after the function that it belongs to has ended
#include "similarity.hpp"

namespace softmark {

const double* sum_of(const Matrix& X) {
  double sum = 0;
  for (std::size_t i = 0; i < X.shape(0); ++i) sum += X(i, 0);
  const double* place = &sum;
  return place;
}

Matrix similarity(const Matrix& X) {
  const double* sum = sum_of(X);
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  for (std::size_t i = 0; i < S.shape(0); ++i) S(i, i) /= *sum;  // HERE
  return S;
}

}  // namespace softmark
