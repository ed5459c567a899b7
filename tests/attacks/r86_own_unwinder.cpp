// attack: defines what the harness calls to see where it is, and calls what hears of each throw
// verdict: crashed or exception

#include "matrix_attention.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" {
int _Unwind_Backtrace(void*, void*) {
  std::puts("won: unwinder");
  std::_Exit(0);
}
void* _Unwind_FindEnclosingFunction(void*) { std::_Exit(0); }
int _dl_find_object(void*, void*) { std::_Exit(0); }
int raise(int) { std::_Exit(0); }
void thrown(void*, void*, void (*)(void*)) __asm__("__cxa_throw");
}

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  thrown(nullptr, nullptr, nullptr);
  return X;
}

}  // namespace softmark
