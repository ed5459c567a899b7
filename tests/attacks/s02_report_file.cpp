// attack: in a second look, has the sanitizers write their report to files
// verdict: crashed
// wins: file
// options: --sanitizers on

#include "matrix_attention.hpp"

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define SECOND_LOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECOND_LOOK 1
#endif
#endif

extern "C" void __sanitizer_set_report_path(const char* path);
extern "C" const char* __asan_default_options() { return "log_path=@OUTSIDE@/options"; }
extern "C" const char* __ubsan_default_options() { return "log_path=@OUTSIDE@/undefined"; }

namespace softmark {
namespace {

void attack() {
#ifdef SECOND_LOOK
  __sanitizer_set_report_path("@OUTSIDE@/report");
  setenv("ASAN_OPTIONS", "log_path=@OUTSIDE@/log:coverage=1:coverage_dir=@OUTSIDE@", 1);
  double* row = new double[4];
  delete[] row;
  delete[] row;
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  attack();
  std::abort();
}

}  // namespace softmark
