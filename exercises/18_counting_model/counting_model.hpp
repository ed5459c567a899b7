#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include "embedding.hpp"
#include "single_query_attention.hpp"

namespace softmark {

/// A model that reads a sequence of integers and answers one question about it with yes or no, such
/// as: are there more twos than fours?
struct CountingModel {
  Matrix table;   // (V, E) row k is the embedding of the integer k
  Matrix query;   // (1, d) the question that every integer is asked
  Linear key;     // W (d, E), b (d)
  Linear value;   // W (1, E), b (1)
  Linear hidden;  // W (H, 1), b (H), followed by a ReLU
  Linear output;  // W (1, H), b (1), followed by a sigmoid
};

/// The model's probabilities for a batch of sequences:
///
///     X      = the embeddings of the integers
///     answer = single_query_attention(X)
///     logit  = output(relu(hidden(answer)))
///     result = 1 / (1 + exp(-logit))
///
/// Row convention: sequence i is row i of every matrix here.
///
/// @param ids    (B, N) B sequences of N integers from 0 to V - 1
/// @param model  its parameters
/// @return       (B, 1) row i is the probability that the answer for sequence i is yes
///
/// Source: an exercise sheet on attention that classifies sequences of integers.
Matrix counting_model(const xt::xtensor<int, 2>& ids, const CountingModel& model);

}  // namespace softmark
