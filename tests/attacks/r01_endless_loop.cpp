// attack: loops for ever, while the program is loaded, before anybody calls it
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

namespace softmark {
namespace {

__attribute__((constructor)) void loop() {
  for (volatile bool on = true; on;) {
  }
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
