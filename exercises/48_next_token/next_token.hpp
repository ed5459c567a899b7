#pragma once

#include <softmark/exercise.hpp>

#include <cstddef>

namespace softmark {

/// The token that comes next, and from what it was drawn.
struct NextToken {
  Vector probabilities;  ///< (V) after top-k and top-p; they sum to one
  std::size_t token;     ///< the id that was drawn
};

/// Draws the next token: logits are divided by the temperature, the k largest stay, of their
/// softmax the fewest tokens stay whose probabilities sum to p at least, and u chooses among these.
///
/// @param logits       (V) what the model says of each token
/// @param temperature  more than 0
/// @param k            how many tokens stay at most, 1 or more; all where k is V or more
/// @param p            the share of probability that stays, more than 0 and at most 1
/// @param u            a uniform number, 0 <= u < 1. The token is the first, by id from 0 up, at
///                     which the sum of the probabilities is more than u
/// @return             the probabilities that sum to one again, and the token
///
/// Of equal logits the one with the lower id is taken first, by top-k and by top-p.
/// Source: Holtzman et al. 2020, The Curious Case of Neural Text Degeneration, section 3.
NextToken next_token(const Vector& logits, double temperature, std::size_t k, double p, double u);

}  // namespace softmark
