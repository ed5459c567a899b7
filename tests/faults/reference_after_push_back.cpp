// exercise: 05_similarity
// says: of memory that was freed in line
#include "similarity.hpp"

#include <vector>

namespace softmark {

Matrix similarity(const Matrix& X) {
  std::vector<double> norms;
  norms.push_back(X(0, 0));
  const double& first = norms[0];
  for (std::size_t i = 0; i < 100; ++i) norms.push_back(static_cast<double>(i));
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  S(0, 0) = first + 1;  // HERE
  return S;
}

}  // namespace softmark
