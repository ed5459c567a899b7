#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

namespace softmark {

/// What the classifier says of N tokens, and how good that is.
struct Classification {
  Matrix probabilities;  ///< (N, 2) row n: how probable class 0 and class 1 are for token n
  double loss;           ///< mean over the tokens of -log(probability of the token's label)
  double accuracy;       ///< share of tokens whose more probable class is their label, 0 to 1
};

/// A linear classifier with two classes, applied to each token by itself, and its cross-entropy.
/// Row convention: token n is row n of X.
///
/// @param X      (N, k) the N tokens
/// @param y      (N) their labels, each 0 or 1
/// @param layer  W (2, k), b (2): the logits of a token x are W x + b. W is stored (out, in).
/// @return       probabilities, the softmax of each token's logits; loss; accuracy
///
/// If both classes are equally probable, class 0 is predicted. The loss is finite whenever the
/// logits are, also where a probability is so small that it is 0.
/// Source: PyTorch documentation, Linear and CrossEntropyLoss.
Classification token_classifier(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& layer);

}  // namespace softmark
