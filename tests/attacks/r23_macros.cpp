// attack: redefines words of the language before the contract is read
// verdict: wrong_value

#define double float
#define private public
#define abs(x) 0
#define fabs(x) 0
#define isnan(x) 0

#include "matrix_attention.hpp"

#include "returns_zeros.hpp"
