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

/// Lets OpenBLAS map its buffer, up to 128 MiB by the processor, which it keeps. Without room for
/// it OpenBLAS tries for ever.
void softmark_map_blas_buffer() {
  using Syrk = void (*)(int, int, int, int, int, float, const float*, int, float, float*, int);
  const float a = 1;
  float c = 0;
  reinterpret_cast<Syrk> (&cblas_ssyrk)(101, 121, 111, 1, 1, 1, &a, 1, 0, &c, 1);  // 1 by 1
}

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
