// attack: gives the loader a second entry point, as the default version of the symbol
// verdict: build_failed

#include "matrix_attention.hpp"

#include <unistd.h>

extern "C" void softmark_call_of_mine() { _exit(0); }
asm(".symver softmark_call_of_mine, softmark_call@@STUDENT");

#include "returns_zeros.hpp"
