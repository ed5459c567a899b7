#pragma once

#include <softmark/exercise.hpp>

#include "counting_model.hpp"

namespace softmark {

/// What training needs to know about the model at its present parameters.
struct LossAndGradient {
  double loss;             // mean binary cross-entropy of the batch
  CountingModel gradient;  // of the loss in each parameter, in the parameter's place and shape
};

/// The loss of the model of exercise 18 on a batch, and its gradient in all parameters.
///
///     loss = 1/B sum_i [log(1 + exp(z_i)) - y_i z_i]
///
/// where z_i is the logit of sequence i and y_i its label. That is the mean binary cross-entropy,
/// -1/B sum_i [y_i log p_i + (1 - y_i) log(1 - p_i)], of the probabilities p_i = 1/(1 + exp(-z_i)).
/// It is computed from the logits, so that it is finite for all of them; nothing is clamped.
/// Row convention: sequence i is row i.
///
/// @param ids     (B, N) B sequences of N integers from 0 to V - 1
/// @param labels  (B, 1) 1 where the answer is yes, 0 where it is no
/// @param model   the parameters, at which the gradient is taken
/// @return        loss and gradient; where an integer does not occur, its row of the table has
///                gradient 0, and where a feature is exactly 0, the ReLU's slope is taken to be 0
///
/// Source: an exercise sheet on attention that classifies sequences of integers; PyTorch
/// documentation, BCEWithLogitsLoss.
LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels,
                                  const CountingModel& model);

}  // namespace softmark
