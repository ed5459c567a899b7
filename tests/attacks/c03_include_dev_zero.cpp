// attack: includes a file without end
// verdict: build_failed or build_limit
// options: --build-limit 1
// weak: open

#include "matrix_attention.hpp"

#include "/dev/zero"

#include "returns_nothing.hpp"
