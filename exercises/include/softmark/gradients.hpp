#pragma once
// What the given gradients of attention share: softmax and classifier of one sequence, there and
// back. Plain loops, since training makes them for each sequence of each step.

#include <softmark/linear.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace softmark {

/// Turns scores into weights: positive, with sum 1.
inline void to_softmax(std::vector<double>& scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - largest);
  for (double& score : scores) score /= sum;
}

/// Turns the gradient in the weights of a softmax into that in its scores.
inline void through_softmax(const std::vector<double>& weights, std::vector<double>& gradient) {
  double mean = 0;
  for (std::size_t n = 0; n < weights.size(); ++n) mean += weights[n] * gradient[n];
  for (std::size_t n = 0; n < weights.size(); ++n) gradient[n] = weights[n] * (gradient[n] - mean);
}

/// The cross-entropy of a linear classifier on one of `count` inputs, divided by `count`. Adds its
/// gradient in the layer to `gradient`, and puts that in `input` into `d_input`.
///
/// Throws std::out_of_range where the layer has no such label.
inline double classifier_gradient(const Linear& layer, const std::vector<double>& input,
                                  std::size_t label, std::size_t count, Linear& gradient,
                                  std::vector<double>& d_input) {
  std::vector<double> logits(layer.b.begin(), layer.b.end());
  const double* W = layer.W.data();
  const std::size_t width = input.size();
  for (std::size_t c = 0; c < logits.size(); ++c) {
    for (std::size_t j = 0; j < width; ++j) logits[c] += W[c * width + j] * input[j];
  }
  const double highest = *std::max_element(logits.begin(), logits.end());
  double all = 0;
  for (const double logit : logits) all += std::exp(logit - highest);

  std::fill(d_input.begin(), d_input.end(), 0.0);
  for (std::size_t c = 0; c < logits.size(); ++c) {
    const double d = (std::exp(logits[c] - highest) / all - (c == label ? 1 : 0)) / count;
    gradient.b(c) += d;
    for (std::size_t j = 0; j < width; ++j) {
      gradient.W(c, j) += d * input[j];
      d_input[j] += d * W[c * width + j];
    }
  }
  return (highest + std::log(all) - logits.at(label)) / count;
}

}  // namespace softmark
