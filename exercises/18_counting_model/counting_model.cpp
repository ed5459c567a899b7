#include "counting_model.hpp"

namespace softmark {
namespace {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.

// TODO 1: the linear layer applied to each row of X, (B, in) to (B, out).
[[maybe_unused]] Matrix linear([[maybe_unused]] const Matrix& X,
                               [[maybe_unused]] const Linear& layer) {
  throw NotImplemented("TODO 1: linear");
}

}  // namespace

Matrix counting_model(const xt::xtensor<int, 2>& ids, const CountingModel& model) {
  Tensor3 X = xt::zeros<double>({ids.shape(0), ids.shape(1), model.table.shape(1)});  // (B, N, E)
  for (std::size_t i = 0; i < ids.shape(0); ++i) {
    xt::xtensor<int, 1> sequence = xt::view(ids, i, xt::all());  // (N)
    // TODO 2: put the embeddings of sequence i into their place in X (exercise 04).
    throw NotImplemented("TODO 2: embeddings");
  }
  record("embeddings", X);

  // TODO 3: one number for each sequence, by attention (exercise 15).
  Matrix answers;  // (B, 1)
  throw NotImplemented("TODO 3: answers");
  record("answers", answers);

  // TODO 4: the hidden layer, as it is before the ReLU.
  Matrix hidden;  // (B, H)
  throw NotImplemented("TODO 4: hidden layer");
  record("hidden", hidden);

  // TODO 5: ReLU and output layer.
  Matrix logits;  // (B, 1)
  throw NotImplemented("TODO 5: logits");
  record("logits", logits);

  // TODO 6: the probabilities. Large logits, of either sign, must not give NaN.
  Matrix probabilities;  // (B, 1)
  throw NotImplemented("TODO 6: probabilities");
  return probabilities;
}

}  // namespace softmark
