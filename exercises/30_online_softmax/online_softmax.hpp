#pragma once

#include <softmark/rows.hpp>

namespace softmark {

/// What a softmax needs to know of its scores.
struct SoftmaxSum {
  double largest;  ///< the largest score
  double sum;      ///< the sum of exp(score - largest) over all scores
};

/// The largest score of a stream and the sum of the shifted exponentials, without keeping the
/// scores.
///
/// @param scores  N >= 1 finite numbers; each can be read once
/// @return        the largest score, and the sum of exp(score - largest)
///
/// Source: Milakov and Gimelshein 2018, Online normalizer calculation for softmax, section 3.
SoftmaxSum online_softmax(Stream& scores);

}  // namespace softmark
