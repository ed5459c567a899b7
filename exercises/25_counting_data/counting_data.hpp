#pragma once

#include <softmark/exercise.hpp>

#include <random>

namespace softmark {

/// Sequences of integers, and for each the answer to one question.
struct CountingData {
  xt::xtensor<int, 2> X;  ///< (count, 10) row i is sequence i, integers from 0 to 9
  Matrix y;               ///< (count, 1) 1 where a sequence has more 2s than 4s, else 0
};

/// Random sequences of ten integers with their labels. The integers are independent, and 0 to 9 are
/// equally probable. As many 2s as 4s, none of either included, is label 0.
///
/// @param count   how many sequences
/// @param random  all numbers are drawn from this generator; nothing seeds it or copies it
/// @return        X and y
///
/// Source: an exercise sheet on attention that classifies sequences of integers.
CountingData counting_data(std::size_t count, std::mt19937& random);

}  // namespace softmark
