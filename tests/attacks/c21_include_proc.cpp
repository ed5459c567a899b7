// attack: includes what the kernel tells about the compiler and the machine
// verdict: build_failed or wrong_shape

#include "matrix_attention.hpp"

#include "/proc/self/environ"
#include "/proc/self/cmdline"
#include "/proc/self/maps"
#include "/proc/self/mountinfo"

#include "returns_nothing.hpp"
