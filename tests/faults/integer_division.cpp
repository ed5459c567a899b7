// exercise: 05_similarity
// says: it divides the integer
#include "similarity.hpp"

namespace softmark {

Matrix similarity(const Matrix& X) {
  const int rows = static_cast<int>(X.shape(0));
  const int step = rows / (rows - rows);  // HERE
  return X * step;
}

}  // namespace softmark
