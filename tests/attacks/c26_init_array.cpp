// attack: puts a function into .init_array before all others, to answer first and end
// verdict: bad_reply

#include "matrix_attention.hpp"

#include <unistd.h>

namespace {
void first() {
  (void)!write(4, "\1SMR forged", 11);
  _exit(0);
}
}  // namespace

__attribute__((section(".init_array.0"), used)) void (*const entry)() = first;

#include "returns_nothing.hpp"
