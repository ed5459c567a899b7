// attack: 200 000 nested parentheses
// verdict: build_failed or build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#define P0 ((((((((((
#define Q0 ))))))))))
#define P1 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0
#define Q1 Q0 Q0 Q0 Q0 Q0 Q0 Q0 Q0 Q0 Q0
#define P2 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1
#define Q2 Q1 Q1 Q1 Q1 Q1 Q1 Q1 Q1 Q1 Q1
#define P3 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2
#define Q3 Q2 Q2 Q2 Q2 Q2 Q2 Q2 Q2 Q2 Q2
#define P4 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3
#define Q4 Q3 Q3 Q3 Q3 Q3 Q3 Q3 Q3 Q3 Q3
#define P5 P4 P4
#define Q5 Q4 Q4

int deep = P5 1 Q5;

#include "returns_nothing.hpp"
