// attack: brings the functions that the linker enters into the header of a program
// verdict: no_answer

#include "matrix_attention.hpp"

#include <unistd.h>

extern "C" {
void _start() { _exit(0); }
void _init() { _exit(0); }  // DT_INIT: called while the program is loaded
void _fini() { _exit(0); }
}

#include "returns_nothing.hpp"
