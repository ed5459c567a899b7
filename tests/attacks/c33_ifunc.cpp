// attack: runs code while the loader binds symbols, before any constructor, with no library bound
// verdict: no_answer

#include "matrix_attention.hpp"

extern "C" {
typedef int Function();
Function* resolve() {
#if defined(__x86_64__)
  asm volatile("syscall" : : "a"(231), "D"(0) : "rcx", "r11", "memory");  // exit_group(0)
#elif defined(__aarch64__)
  asm volatile("mov x8, #94\n\tmov x0, #0\n\tsvc #0" : : : "x0", "x8", "memory");
#endif
  return nullptr;
}
int chosen() __attribute__((ifunc("resolve")));
}

Function* bound = chosen;

#include "returns_nothing.hpp"
