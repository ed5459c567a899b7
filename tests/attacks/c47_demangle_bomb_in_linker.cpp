// attack: the same for the linker, which prints the names of undefined hidden symbols
// verdict: build_limit or build_failed
// options: --build-limit 1

#include "matrix_attention.hpp"

__attribute__((visibility("hidden"))) extern int laughs asm(
    "_Z1f1A1pIS_S_ES0_IS1_S1_ES0_IS2_S2_ES0_IS3_S3_ES0_IS4_S4_ES0_IS5_S5_ES0_IS6_S6_E"
    "S0_IS7_S7_ES0_IS8_S8_ES0_IS9_S9_ES0_ISA_SA_ES0_ISB_SB_ES0_ISC_SC_ES0_ISD_SD_ES0_ISE_SE_E"
    "S0_ISF_SF_ES0_ISG_SG_ES0_ISH_SH_ES0_ISI_SI_ES0_ISJ_SJ_ES0_ISK_SK_ES0_ISL_SL_ES0_ISM_SM_E"
    "S0_ISN_SN_ES0_ISO_SO_ES0_ISP_SP_ES0_ISQ_SQ_ES0_ISR_SR_ES0_ISS_SS_ES0_IST_ST_ES0_ISU_SU_E"
    "S0_ISV_SV_ES0_ISW_SW_ES0_ISX_SX_ES0_ISY_SY_ES0_ISZ_SZ_ES0_IS10_S10_ES0_IS11_S11_E"
    "S0_IS12_S12_ES0_IS13_S13_ES0_IS14_S14_ES0_IS15_S15_ES0_IS16_S16_ES0_IS17_S17_E"
    "S0_IS18_S18_ES0_IS19_S19_ES0_IS1A_S1A_ES0_IS1B_S1B_ES0_IS1C_S1C_ES0_IS1D_S1D_E"
    "S0_IS1E_S1E_ES0_IS1F_S1F_ES0_IS1G_S1G_ES0_IS1H_S1H_ES0_IS1I_S1I_ES0_IS1J_S1J_E"
    "S0_IS1K_S1K_ES0_IS1L_S1L_ES0_IS1M_S1M_ES0_IS1N_S1N_ES0_IS1O_S1O_E");

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix() + laughs;
}

}  // namespace softmark
