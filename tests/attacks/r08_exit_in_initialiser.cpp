// attack: ends with success while the program is loaded
// verdict: no_answer

#include "matrix_attention.hpp"

#include <cstdlib>

namespace softmark {
namespace {

const int passed = (std::exit(0), 1);

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  return Matrix::from_shape({X.shape(0), std::size_t(passed)});
}

}  // namespace softmark
