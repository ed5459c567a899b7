// attack: has the compiler wait for its own messages, and for a new terminal
// verdict: build_failed or build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#include "/dev/fd/1"
#include "/proc/self/fd/2"
#include "/dev/ptmx"

#include "returns_nothing.hpp"
