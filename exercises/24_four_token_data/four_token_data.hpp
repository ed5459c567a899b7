#pragma once

#include <softmark/exercise.hpp>

#include <random>

namespace softmark {

/// Sequences of four tokens, and for each the answer to one question.
struct FourTokens {
  Tensor3 X;              ///< (count, 4, k) row t of X(i) is token t of sequence i
  xt::xtensor<int, 1> y;  ///< (count) the label of each sequence, 0 or 1
};

/// Random sequences whose middle tokens are noise. In each sequence, and in each anew:
/// tokens 0 and 3 are all +1 or all -1, by a fair coin of their own; the k features of tokens 1 and
/// 2 are independent numbers, uniform in [-1, 1). The label is 1 if tokens 0 and 3 differ, else 0.
/// Tokens are counted from 0, and they are rows.
///
/// @param count   how many sequences
/// @param k       features of a token
/// @param random  all numbers are drawn from this generator; nothing seeds it or copies it
/// @return        X and y
///
/// Source: a notebook that shows why attention is needed; as its code has it, not its text.
FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937& random);

}  // namespace softmark
