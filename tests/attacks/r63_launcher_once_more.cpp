// attack: calls the exported functions of the launcher: its main, its loader of programs
// verdict: no_answer or forbidden or crashed

#include "matrix_attention.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>

namespace softmark {
Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  auto* main_again = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "main"));
  std::printf("main: %s\n", main_again != nullptr ? "found" : "hidden");
  if (main_again != nullptr) std::printf("main: returned %d\n", main_again());
  auto* run = reinterpret_cast<void (*)(const char*, int)>(
      dlsym(RTLD_DEFAULT, "_ZN6grader7harness8run_onceEPKci"));
  std::printf("run_once: %s\n", run != nullptr ? "found" : "hidden");
  if (run != nullptr) run("@COURSE@/solutions.so", 1);
  _exit(0);
}

}  // namespace softmark
