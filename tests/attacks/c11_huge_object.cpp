// attack: an object file of 1 GiB
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

int table[1 << 28] = {1};

#include "returns_nothing.hpp"
