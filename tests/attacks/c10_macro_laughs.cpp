// attack: a macro that expands to 10^10 words
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#define M0 +1
#define M1 M0 M0 M0 M0 M0 M0 M0 M0 M0 M0
#define M2 M1 M1 M1 M1 M1 M1 M1 M1 M1 M1
#define M3 M2 M2 M2 M2 M2 M2 M2 M2 M2 M2
#define M4 M3 M3 M3 M3 M3 M3 M3 M3 M3 M3
#define M5 M4 M4 M4 M4 M4 M4 M4 M4 M4 M4
#define M6 M5 M5 M5 M5 M5 M5 M5 M5 M5 M5
#define M7 M6 M6 M6 M6 M6 M6 M6 M6 M6 M6
#define M8 M7 M7 M7 M7 M7 M7 M7 M7 M7 M7
#define M9 M8 M8 M8 M8 M8 M8 M8 M8 M8 M8
#define SAME(x) x
#define ALL SAME(M9 M9 M9 M9 M9 M9 M9 M9 M9 M9)

constexpr long sum = 0 ALL;

#include "returns_nothing.hpp"
