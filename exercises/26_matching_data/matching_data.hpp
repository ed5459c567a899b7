#pragma once

#include <softmark/exercise.hpp>

#include <random>

namespace softmark {

/// Sequences of integers, and for each the integer to remember.
struct MatchingData {
  xt::xtensor<int, 2> X;  ///< (count, length) row i is sequence i
  xt::xtensor<int, 1> y;  ///< (count) the first integer of each sequence
};

/// Random sequences whose label is their first integer. The integers are independent, and 1 to
/// vocabulary - 1 are equally probable; 0 never comes.
///
/// @param length      integers of a sequence
/// @param count       how many sequences
/// @param vocabulary  how many integers a model for these data knows, 0 to vocabulary - 1; at least
/// 3
/// @param random      all numbers are drawn from this generator; nothing seeds it or copies it
/// @return            X and y
///
/// Source: a notebook on self-attention for long sequences, whose arguments have this order.
MatchingData matching_data(std::size_t length, std::size_t count, int vocabulary,
                           std::mt19937& random);

}  // namespace softmark
