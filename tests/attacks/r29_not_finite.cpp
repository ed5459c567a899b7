// attack: answers NaN and infinities, which pass a careless comparison
// verdict: not_finite

#include "matrix_attention.hpp"

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  Matrix result = Matrix::from_shape({value.omega.shape(0), X.shape(1)});
  const double odd[] = {NAN, INFINITY, -INFINITY, -NAN};
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = odd[i % 4];
  return result;
}

}  // namespace softmark
