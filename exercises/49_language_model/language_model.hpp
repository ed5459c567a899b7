#pragma once

#include <softmark/exercise.hpp>

#include <cstddef>

#include "grouped_queries.hpp"
#include "rms_norm.hpp"
#include "rotary_positions.hpp"
#include "swiglu.hpp"

namespace softmark {

constexpr double norm_eps = 1e-6;      ///< eps of every norm
constexpr double rotary_base = 10000;  ///< base of the rotary positions

/// What a layer has learned, in the order in which it is used. There are h heads of queries and g
/// groups of keys and values.
struct LanguageLayer {
  Vector norm1;            // (E) gamma of the norm before attention
  std::vector<Matrix> Wq;  // for each head (E, d)
  std::vector<Matrix> Wk;  // for each group (E, d)
  std::vector<Matrix> Wv;  // for each group (E, d)
  Matrix Wout;             // (h d, E)
  Vector norm2;            // (E) gamma of the norm before the network
  Matrix W_gate;           // (E, F)
  Matrix W_up;             // (E, F)
  Matrix W_down;           // (F, E)
};

/// A language model of two layers.
struct LanguageModel {
  Matrix table;  // (V, E) a row for each token of the vocabulary
  LanguageLayer first;
  LanguageLayer second;
  Vector norm;  // (E) gamma of the last norm
};

/// What the model says after one more token, and what has to be kept of this one.
struct LanguageStep {
  Vector logits;  ///< (V) of the token that comes next
  Matrix keys;    ///< (2 g, d) row l g + c: the new key of group c in layer l, turned
  Matrix values;  ///< (2 g, d) the new values alike
};

/// Reads one token, with the keys and values of those before it.
///
///     x = row `token` of the table; in each of the two layers
///     x = x + grouped_queries(queries, keys, values of rms_norm(x, norm1)) Wout
///     x = x + swiglu(rms_norm(x, norm2));    in the end
///     logits = rms_norm(x, norm) table^T
///
/// Queries and keys are turned by rotary_positions, at position `used`; cached keys are already.
///
/// @param token   0 <= token < V
/// @param used    how many tokens were read before, at most C
/// @param keys    for each group of each layer (C, d): matrix l g + c belongs to group c of layer
///                l. Rows 0 to used - 1 are the keys of the tokens before; the others mean nothing
/// @param values  alike
/// @param model   see above; h is a multiple of g, and d is even
/// @return        logits, and the new keys and values
///
/// Source: Touvron et al. 2023, LLaMA: Open and Efficient Foundation Language Models, section 2.2;
/// Ainslie et al. 2023, GQA, section 2.2.
LanguageStep language_model(int token, std::size_t used, const std::vector<Matrix>& keys,
                            const std::vector<Matrix>& values, const LanguageModel& model);

}  // namespace softmark
