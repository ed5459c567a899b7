#pragma once

#include <softmark/exercise.hpp>

namespace softmark {

/// Parameters and what Adam remembers about them. Before the first step m, v and steps are zero.
struct AdamState {
  Vector theta;  ///< (P) the parameters
  Vector m;      ///< (P) first moment: running mean of the gradients, not corrected
  Vector v;      ///< (P) second moment: running mean of their squares, not corrected
  double steps;  ///< how many steps have been made so far
};

/// One step of Adam for each row of `gradients`, in order, with beta1 = 0.9, beta2 = 0.999 and
/// eps = 1e-8. In step t, the first one ever being t = 1:
///
///     m = beta1 m + (1 - beta1) g            v = beta2 v + (1 - beta2) g^2
///     theta = theta - lr (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + eps)
///
/// @param state      the parameters and moments to go on from; steps may be any whole number
/// @param gradients  (S, P) row s is the gradient of step s of this call
/// @param lr         the learning rate
/// @return           the state after S more steps
///
/// Source: Kingma and Ba 2015, Adam, algorithm 1; PyTorch documentation, Adam.
AdamState adam(const AdamState& state, const Matrix& gradients, double lr);

}  // namespace softmark
