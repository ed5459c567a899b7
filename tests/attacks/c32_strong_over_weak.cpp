// attack: replaces the templates of the binding, which are weak symbols, by strong ones
// verdict: no_answer

#include "matrix_attention.hpp"

#include <unistd.h>

namespace grader::harness {
class Inputs;
struct Call;
void replaced(void*, Call&) asm(
    "_ZN6grader7harness6invokeIN2xt17xtensor_containerINS2_7uvectorIdSaIdEEELm2ELNS2_11layout_"
    "typeE1ENS2_22xtensor_expression_tagEEEJRKS9_RKN8softmark10ProjectionESF_SF_EEEvPFT_DpT0_"
    "ERNS0_4CallE");
void replaced(void*, Call&) { _exit(0); }
}  // namespace grader::harness

#include "returns_nothing.hpp"
