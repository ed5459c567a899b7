// attack: symbols, messages and names of files that the runners of CIs take for orders
// verdict: build_failed

#include "matrix_attention.hpp"

#line 1 "##teamcity[testFinished name='a']"
#warning ::add-mask::passed
#line 1 "::error::forged"
int missing() __asm__("##vso[task.complete result=Succeeded;]");
#warning ##[error]forged
static_assert(sizeof(int) == 3, "\n::error::forged\n##[group]x\nsection_start:1560896352:name\r");

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  return missing() * X;
}

}  // namespace softmark
