// attack: has the compiler wait for standard input and for a terminal
// verdict: build_failed

#include "matrix_attention.hpp"

#include "/dev/stdin"
#include "/dev/tty"

#include "returns_nothing.hpp"
