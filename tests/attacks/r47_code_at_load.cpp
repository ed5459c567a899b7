// attack: runs code while it is being loaded: an IFUNC resolver, .init_array, a constructor
// verdict: wrong_value
// wins: canary

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The resolver runs before the symbols of the C library are bound, so it makes system calls itself.
static long call(long number, long a, long b, long c, long d = 0) {
#if defined(__x86_64__)
  long result = number;
  register long fourth asm("r10") = d;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(a), "S"(b), "d"(c), "r"(fourth)
               : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long which asm("x8") = number, first asm("x0") = a, second asm("x1") = b,
                      third asm("x2") = c, fourth asm("x3") = d;
  asm volatile("svc #0"
               : "+r"(first)
               : "r"(which), "r"(second), "r"(third), "r"(fourth)
               : "memory");
  return first;
#endif
}

static void spy(const char* path) {
  static char text[4096];  // on the stack it would be filled by memset, which is not bound yet
  const long file = call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY);
  const long size = call(SYS_read, file, reinterpret_cast<long>(text), sizeof text);
  if (size > 0) call(SYS_write, 1, reinterpret_cast<long>(text), size);
  call(SYS_write, 1, reinterpret_cast<long>("\nat load\n"), 9);
}

extern "C" {
int answer() { return 42; }
int (*resolve())() {
  spy("@SOLUTION@");
  return answer;
}
int resolved() __attribute__((ifunc("resolve")));
}

static void late() { spy("@CANARY@"); }
__attribute__((section(".init_array"), used)) static void (*entry)() = late;
__attribute__((constructor(101))) static void early() { spy("@SOLUTION@"); }

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)}) * resolved();
}

}  // namespace softmark
