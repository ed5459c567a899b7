#pragma once
// Found instead of the header of xtensor-blas: the part of xt::linalg that the exercises use.

#include <softmark/linalg.hpp>
