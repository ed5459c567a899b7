// attack: one string literal of 1 GiB
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#define S0 "sixty-four letters and no end, sixty-four letters and no end ..."
#define S1 S0 S0 S0 S0 S0 S0 S0 S0
#define S2 S1 S1 S1 S1 S1 S1 S1 S1
#define S3 S2 S2 S2 S2 S2 S2 S2 S2
#define S4 S3 S3 S3 S3 S3 S3 S3 S3
#define S5 S4 S4 S4 S4 S4 S4 S4 S4
#define S6 S5 S5 S5 S5 S5 S5 S5 S5
#define S7 S6 S6 S6 S6 S6 S6 S6 S6
#define S8 S7 S7 S7 S7 S7 S7 S7 S7

const char text[] = S8;

#include "returns_nothing.hpp"
