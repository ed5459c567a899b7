#pragma once

#include <softmark/exercise.hpp>

#include <cstddef>

namespace softmark {

/// How well a model foretells a text.
struct Perplexity {
  double loss;        ///< the mean of -log(probability of the next token), 0 where none counts
  double perplexity;  ///< exp(loss)
};

/// Cross-entropy and perplexity of a language model on a text. Row t of the logits is compared with
/// ids(t + 1), for t = 0 to N - 2.
///
/// @param logits   (N, V) row t: what the model says about token t + 1
/// @param ids      (N) the text, each id from 0 to V - 1; N >= 2
/// @param padding  the id that fills texts up. A place does not count where ids(t + 1) is it
/// @return         the mean over the places that count, and its exponential; 0 and 1 where no place
///                 does. Both are finite for logits of any size
///
/// Source: Jurafsky and Martin, Speech and Language Processing, on N-gram language models; PyTorch
/// documentation, CrossEntropyLoss.
Perplexity perplexity(const Matrix& logits, const xt::xtensor<int, 1>& ids, int padding);

}  // namespace softmark
