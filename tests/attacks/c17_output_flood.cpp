// attack: warnings without end
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#warning flood and flood and flood and flood and flood and flood and flood and flood and flood
#warning ::error::flood
#if __INCLUDE_LEVEL__ < 100
#include __FILE__
#include __FILE__
#endif

#include "returns_nothing.hpp"
