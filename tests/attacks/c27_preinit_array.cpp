// attack: puts a function into .preinit_array, which the loader calls for programs
// verdict: build_failed

#include "matrix_attention.hpp"

#include <unistd.h>

namespace {
void first() { _exit(0); }
}  // namespace

__attribute__((section(".preinit_array"), used)) void (*const entry)() = first;

#include "returns_nothing.hpp"
