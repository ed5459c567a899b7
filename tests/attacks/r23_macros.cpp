// attack: redefines words of the language before the contract is read
// verdict: wrong_value

#define double float
#define private public
#define abs(x) 0
#define fabs(x) 0
#define isnan(x) 0

#include "matrix_attention.hpp"

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
