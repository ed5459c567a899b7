// attack: an undefined name whose readable form has 10^8 letters, for the grader to print
// verdict: build_failed

#include "matrix_attention.hpp"

void laughs() asm(
    "_Z1f1A1pIS_S_ES0_IS1_S1_ES0_IS2_S2_ES0_IS3_S3_ES0_IS4_S4_ES0_IS5_S5_ES0_IS6_S6_E"
    "S0_IS7_S7_ES0_IS8_S8_ES0_IS9_S9_ES0_ISA_SA_ES0_ISB_SB_ES0_ISC_SC_ES0_ISD_SD_ES0_ISE_SE_E"
    "S0_ISF_SF_ES0_ISG_SG_ES0_ISH_SH_ES0_ISI_SI_ES0_ISJ_SJ_ES0_ISK_SK_ES0_ISL_SL_ES0_ISM_SM_E");

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  laughs();
  return Matrix();
}

}  // namespace softmark
