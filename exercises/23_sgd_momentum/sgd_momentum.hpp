#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

namespace softmark {

/// A classifier after training, and how the training went.
struct Training {
  Linear layer;   ///< W (2, k), b (2) after the last step
  Vector losses;  ///< (steps) element i is the loss before update i
};

/// Trains the classifier of exercise 21, softmax(W x + b), by gradient descent with momentum. Every
/// step uses all tokens: the loss is the mean cross-entropy over the N tokens.
/// Row convention: token n is row n of X.
///
/// @param X         (N, k) the N tokens
/// @param y         (N) their labels, each 0 or 1
/// @param start     W (2, k), b (2): where training starts. W is stored (out, in).
/// @param lr        the learning rate
/// @param momentum  the share of the velocity that is kept from one step to the next
/// @param steps     how many updates are made
/// @return          the trained layer and the loss before each update
///
/// One step, for W and b alike: v = momentum v + gradient, then p = p - lr v. The velocities are
/// zero at the start. This is the form of PyTorch, without dampening and without Nesterov.
/// Source: PyTorch documentation, SGD and CrossEntropyLoss.
Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& start, double lr,
                      double momentum, std::size_t steps);

}  // namespace softmark
