// attack: includes itself twice, 150 deep
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

#if __INCLUDE_LEVEL__ < 150
#include __FILE__
#include __FILE__
#endif

#include "returns_nothing.hpp"
