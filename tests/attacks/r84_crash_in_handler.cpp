// attack: crashes with a stack pointer that leads nowhere, in many threads at once, and again in its own handler
// verdict: crashed

#include "matrix_attention.hpp"

#include <csignal>
#include <thread>
#include <vector>

namespace softmark {
namespace {

void again(int) { *reinterpret_cast<volatile int*>(16) = 1; }

[[gnu::noinline]] void lose_the_stack() {
#if defined(__x86_64__)
  asm volatile("movq $0x1000, %rsp\n\tmovq $0x2000, %rbp\n\tcall *%rbp");
#else
  __builtin_trap();
#endif
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  std::signal(SIGBUS, again);
  std::signal(SIGILL, again);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(lose_the_stack);
  std::raise(SIGILL);
  for (std::thread& thread : threads) thread.join();
  return X;
}

}  // namespace softmark
