// attack: gives the loader a second entry point, as the default version of the symbol
// verdict: build_failed

#include "matrix_attention.hpp"

#include <unistd.h>

extern "C" void softmark_call_of_mine() { _exit(0); }
asm(".symver softmark_call_of_mine, softmark_call@@STUDENT");

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
