// attack: defines the name that the launcher looks up, as a default version and weakly
// verdict: build_failed

#include "matrix_attention.hpp"

#include <unistd.h>

extern "C" {
void own_call() { _exit(0); }
__attribute__((weak)) void softmark_call() { _exit(0); }
}

asm(".symver own_call, softmark_call@@@SOFTMARK_1");

#include "returns_nothing.hpp"
