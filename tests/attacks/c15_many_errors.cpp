// attack: 65536 errors, none of them the same
// verdict: build_failed

#include "matrix_attention.hpp"

#define E1 CAT(missing_, __COUNTER__) = 1;
#define CAT(a, b) CAT_(a, b)
#define CAT_(a, b) a##b
#define E4 E1 E1 E1 E1
#define E16 E4 E4 E4 E4
#define E64 E16 E16 E16 E16
#define E256 E64 E64 E64 E64
#define E1K E256 E256 E256 E256
#define E4K E1K E1K E1K E1K
#define E16K E4K E4K E4K E4K

void errors() { E16K E16K E16K E16K }

#include "returns_nothing.hpp"
