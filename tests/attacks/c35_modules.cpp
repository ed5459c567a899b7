// attack: reads the solution as a module, and a precompiled header of its own
// verdict: build_failed or build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#pragma clang module build solution
module solution{textual header "@SOLUTION@"}
#pragma clang module contents
#pragma clang module begin solution
#include "@SOLUTION@"
#pragma clang module end
#pragma clang module endbuild
#pragma clang module import solution
#pragma clang module load solution
#pragma GCC pch_preprocess "@SOLUTION@"
import "@SOLUTION@";
import <@CANARY@>;

#include "returns_nothing.hpp"
