#pragma once
// All that a stub needs: arrays, xt::linalg::dot, record(), NotImplemented.

#include <softmark/arrays.hpp>
#include <softmark/dot.hpp>
#include <softmark/not_implemented.hpp>
#include <softmark/record.hpp>

#include <cmath>
#include <iostream>
#include <vector>
