#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include "four_token_data.hpp"

#include <random>

namespace softmark {

/// Attention for one token, as in exercise 22, and a linear classifier of what it makes.
struct FourTokenModel {
  Matrix Wq;        ///< (8, dq) makes the query of token 1
  Matrix Wk;        ///< (8, dq) makes the key of each token
  Linear read_out;  ///< W (2, 8), b (2): the logits of the two labels
};

/// The loss of a batch, and its gradient in each parameter, in the parameter's place and shape.
struct FourTokenGradient {
  double loss;  ///< mean cross-entropy of the batch
  FourTokenModel gradient;
};

/// What training gives.
struct FourTokenTraining {
  FourTokenModel model;  ///< after the last step
  Vector losses;         ///< (steps) the loss of each step's batch, before its update
};

/// Given: `count` new sequences, X (count, 4, 8) and y (count), drawn from `random`. The first four
/// features are those of exercise 24. As in the notebook, the label is 1 if tokens 0 and 3 differ,
/// and the last four features are 0. Repaired, the noise is four times as large, the last four
/// features of token t are row t of the identity matrix, its position, and the label is 1 if token
/// 0 is +1.
FourTokens task_data(bool repaired, std::size_t count, std::mt19937& random);

/// Given: loss and gradient of a model for a batch of sequences.
FourTokenGradient four_token_gradient(const FourTokenModel& model, const FourTokens& batch);

/// Trains the model by stochastic gradient descent with momentum. In each step, one call of
/// task_data draws a new batch, and all four arrays of the model make a step
///
///     v = momentum v + gradient,    p = p - rate v
///
/// with a velocity v of their own, which is 0 at the start.
///
/// @param repaired  which task to train on
/// @param start     the model before the first step
/// @param steps     how many steps to make
/// @param batch     sequences in each step
/// @param rate      the learning rate
/// @param momentum  how much of its velocity a parameter keeps, from 0 to 1
/// @param random    the batches are drawn from this generator, and nothing else
/// @return          the model after the last step, and the loss of each step
///
/// Source: PyTorch documentation, SGD; a notebook that shows why attention is needed.
FourTokenTraining train_four_tokens(bool repaired, const FourTokenModel& start, std::size_t steps,
                                    std::size_t batch, double rate, double momentum,
                                    std::mt19937& random);

}  // namespace softmark
