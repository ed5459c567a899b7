// exercise: 05_similarity
#include "similarity.hpp"

#include <cstdlib>

namespace softmark {
namespace {

double* row = nullptr;

void give_back() {
  std::free(row);  // HERE
}

}  // namespace

Matrix similarity(const Matrix& X) {
  row = static_cast<double*>(std::malloc(8 * X.size() + 5000));
  row[0] = X(0, 0);
  std::atexit(give_back);
  std::atexit(give_back);
  return xt::linalg::dot(X, xt::transpose(X));
}

}  // namespace softmark
