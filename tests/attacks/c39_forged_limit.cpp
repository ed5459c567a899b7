// attack: messages that look like those of a compiler that ran out of memory or of disk
// verdict: build_failed

#include "matrix_attention.hpp"

#line 1 "LLVM ERROR: out of memory"
int first = missing;
#line 1 "fatal error: No space left on device: precompiled header"
int second = missing;
#line 1 "error: out of memory"
int more = missing;
#line 1 "ld: File too large"
int third = missing;

#include "returns_nothing.hpp"
