// attack: in a second look, has the sanitizers write their report to files
// verdict: crashed
// wins: file
// options: --sanitizers on

#include "second_look.hpp"

extern "C" void __sanitizer_set_report_path(const char* path);
extern "C" const char* __asan_default_options() { return "log_path=@OUTSIDE@/options"; }
extern "C" const char* __ubsan_default_options() { return "log_path=@OUTSIDE@/undefined"; }

void attack() {
#ifdef ADDRESS_LOOK
  __sanitizer_set_report_path("@OUTSIDE@/report");
  setenv("ASAN_OPTIONS", "log_path=@OUTSIDE@/log:coverage=1:coverage_dir=@OUTSIDE@", 1);
  double* row = new double[4];
  delete[] row;
  delete[] row;
#endif
}
