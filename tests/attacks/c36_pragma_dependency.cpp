// attack: asks whether the solution is there and newer than its own file
// verdict: build_failed or wrong_shape

#include "matrix_attention.hpp"

#pragma GCC dependency "@SOLUTION@" the solution is newer
#pragma GCC dependency "@CANARY@" the reference data are newer

#include "returns_nothing.hpp"
