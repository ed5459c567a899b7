// attack: crashes the compiler, which then writes a report with its command line
// verdict: build_failed
// compiler: clang

#include "matrix_attention.hpp"

#pragma clang __debug crash

#include "returns_nothing.hpp"
