#pragma once
// Found before the header of xtensor-blas, which takes as long to compile as ten programs: of
// xt::linalg what programs of the exercises use, compiled with the kit. A program that lacks the
// rest is compiled once more, with the whole header.

#ifdef SOFTMARK_WHOLE_LINALG
#include_next <xtensor-blas/xlinalg.hpp>
#else
#include <softmark/linalg.hpp>
#endif
