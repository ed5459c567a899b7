// exercise: 05_similarity
// says: no new or malloc returned this address
#include "similarity.hpp"

namespace softmark {

Matrix similarity(const Matrix& X) {
  double* row = new double[X.shape(1)];
  for (std::size_t j = 0; j < X.shape(1); ++j) *row++ = X(0, j);
  delete[] row;  // HERE
  return X;
}

}  // namespace softmark
