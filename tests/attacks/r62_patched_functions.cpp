// attack: rewrites functions of the C library and the harness in memory, so that all compares equal
// verdict: wrong_value or wrong_shape

#include "matrix_attention.hpp"

#include <signal.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace softmark {
namespace {

void patch(const char* name, void* function) {
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  void* page = reinterpret_cast<void*>(address / 4096 * 4096);
  const int result = mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
  std::printf("%s: %s\n", name, result < 0 ? std::strerror(errno) : "rewritten");
  if (result == 0) std::memcpy(function, "\x31\xc0\xc3", 3);  // return 0
}

void attack() {
  patch("memcmp", reinterpret_cast<void*>(&std::memcmp));
  patch("strcmp",
        reinterpret_cast<void*>(static_cast<int (*)(const char*, const char*)>(&std::strcmp)));
  patch("kill", reinterpret_cast<void*>(&kill));
  patch("record", reinterpret_cast<void*>(&detail::record));
}

}  // namespace
}  // namespace softmark

#include "then_zeros.hpp"
