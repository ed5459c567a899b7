// The functions of BLAS and LAPACK that xtensor-blas calls. Named here, they are in the launcher,
// where stubs that use xt::linalg find them.

#include <algorithm>
#include <cstddef>

#define SOFTMARK_FUNCTIONS(macro)                                                                  \
  macro(cblas_dasum) macro(cblas_ddot) macro(cblas_dgemv) macro(cblas_dger) macro(cblas_dnrm2)     \
      macro(cblas_sdot) macro(cblas_sgemm) macro(cblas_sgemv) macro(cblas_ssyrk) macro(dgeev_)     \
          macro(dgelsd_) macro(dgeqrf_) macro(dgesdd_) macro(dgesv_) macro(dgetrf_) macro(dgetri_) \
              macro(dorgqr_) macro(dpotrf_) macro(dsyevd_) macro(dtrtrs_)

extern "C" {

#define SOFTMARK_DECLARED(function) void function();  // only their addresses are taken
SOFTMARK_FUNCTIONS(SOFTMARK_DECLARED)
#undef SOFTMARK_DECLARED

#define SOFTMARK_ADDRESS(function) &(function),
__attribute__((used)) void (*const softmark_lapack[])() = {SOFTMARK_FUNCTIONS(SOFTMARK_ADDRESS)};
#undef SOFTMARK_ADDRESS

/// All that LAPACK needs of Fortran's library: `first` and `second`, cut or filled with blanks.
void _gfortran_concat_string(std::size_t length, char* target, std::size_t first_length,
                             const char* first, std::size_t second_length, const char* second) {
  const std::size_t head = std::min(length, first_length);
  const std::size_t tail = std::min(length - head, second_length);
  std::copy_n(first, head, target);
  std::copy_n(second, tail, target + head);
  std::fill_n(target + head + tail, length - head - tail, ' ');
}
}
