#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include "adam.hpp"
#include "embedding.hpp"
#include "matching_data.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace softmark {

/// Self-attention in one head, of which the last token alone is read.
struct MatchingModel {
  Matrix table;      ///< (V, E) row k is the embedding of the integer k
  Matrix positions;  ///< (L, E) row n is added to the embedding of token n
  Matrix Wq;         ///< (E, E) makes the query of the last token
  Matrix Wk;         ///< (E, E) makes the keys of all tokens
  Matrix Wv;         ///< (E, E) makes their values
  Linear read_out;   ///< W (V, E), b (V): the logits of the integers
};

/// The loss of a batch, and its gradient in each parameter, in the parameter's place and shape.
struct MatchingGradient {
  double loss;             ///< mean cross-entropy of the batch
  MatchingModel gradient;  ///< that of `positions` as if they had been added to the embeddings
};

/// What training gives.
struct MatchingTraining {
  MatchingModel model;  ///< after the last step
  Vector losses;        ///< (epochs) the mean loss of each epoch's sequences
};

/// Given: all parameters in one row, in the order of their declaration, as exercise 20 wants them.
Vector flat(const MatchingModel& model);
/// Given: the model whose parameters are `theta`, with the shapes of another model.
MatchingModel unflat(const Vector& theta, const MatchingModel& shapes);

/// Given: loss and gradient of a model for a batch of B sequences.
///
/// @param model  the parameters, at which the gradient is taken
/// @param ids    (B, L) the sequences
/// @param X      (B, L, E) their tokens as attention sees them, with or without positions
/// @param y      (B) their labels
MatchingGradient matching_gradient(const MatchingModel& model, const xt::xtensor<int, 2>& ids,
                                   const Tensor3& X, const xt::xtensor<int, 1>& y);

/// Trains the model to name the first integer of a sequence. `count` sequences of exercise 26, of
/// length L and with a vocabulary of V, are drawn once, before all else. In every epoch they are
/// shuffled and taken in batches, the last of which may be smaller; each batch makes one step of
/// Adam (exercise 20), whose moments last from the first step to the last.
///
/// @param use_positions  whether positions are added to the embeddings, and learned; otherwise they
///                       stay as they are
/// @param start          the model before the first step
/// @param count          how many sequences to train on
/// @param epochs         how many times to go through all of them
/// @param batch          sequences in a step
/// @param rate           the learning rate
/// @param random         sequences and orders are drawn from this generator
/// @return               the model after the last step, and the mean loss of each epoch: every
///                       sequence counts once, with the loss that it had before its step
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, sections 3.2 and 3.5, with learned
/// positions; Kingma and Ba 2015, Adam; a notebook on self-attention for long sequences.
MatchingTraining train_matching(bool use_positions, const MatchingModel& start, std::size_t count,
                                std::size_t epochs, std::size_t batch, double rate,
                                std::mt19937& random);

}  // namespace softmark
