#pragma once

#include <softmark/exercise.hpp>

#include "adam.hpp"
#include "counting_data.hpp"
#include "counting_gradient.hpp"

#include <random>

namespace softmark {

/// What training gives.
struct CountingTraining {
  CountingModel model;  ///< after the last step
  Vector losses;        ///< (steps) the loss of each step's batch, before its update
};

/// Given: all parameters in one row, in the order of their declaration, as exercise 20 wants them.
Vector flat(const CountingModel& model);
/// Given: the model whose parameters are `theta`, with the shapes of another model.
CountingModel unflat(const Vector& theta, const CountingModel& shapes);

/// Trains the model of exercise 18 to tell whether a sequence has more 2s than 4s. In each step,
/// one call of counting_data (exercise 25) draws a new batch, counting_gradient (19) gives its loss
/// and gradient, and adam (20) makes one step; its moments last from the first step to the last.
///
/// @param start   the model before the first step
/// @param steps   how many steps to make
/// @param batch   sequences in each step
/// @param rate    the learning rate
/// @param random  the batches are drawn from this generator, and nothing else
/// @return        the model after the last step, and the loss of each step
///
/// Source: an exercise sheet on attention that classifies sequences of integers; Kingma and Ba
/// 2015, Adam.
CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double rate, std::mt19937& random);

}  // namespace softmark
