#pragma once

#include "softmax.hpp"

#include <random>

namespace softmark {

/// `count` picks of an index, each with its softmax weight as its probability.
xt::xtensor<int, 1> samples(const Vector& scores, std::size_t count, std::mt19937& random);

}  // namespace softmark
