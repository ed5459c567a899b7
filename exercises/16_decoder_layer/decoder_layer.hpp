#pragma once

#include <softmark/exercise.hpp>
#include <softmark/linear.hpp>

#include "layer_norm.hpp"
#include "multi_head_attention.hpp"

namespace softmark {

/// The learned matrices of one multi-head attention, as exercise 11 takes them.
struct Heads {
  std::vector<Matrix> Wq;  // for each head (E, d)
  std::vector<Matrix> Wk;  // for each head (E, d)
  std::vector<Matrix> Wv;  // for each head (E, Dv)
  Matrix Wout;             // (heads * Dv, E)
};

/// The learned part of a layer norm: scale and shift of each feature.
struct ScaleAndShift {
  Vector gamma;  // (E)
  Vector beta;   // (E)
};

/// All that a decoder layer has learned, in the order in which it is used.
struct DecoderParameters {
  Heads self_attention;
  ScaleAndShift norm1;
  Heads cross_attention;
  ScaleAndShift norm2;
  Linear expand;  // W (F, E), first layer of the feed-forward network
  Linear shrink;  // W (E, F), its second layer
  ScaleAndShift norm3;
};

/// One layer of a transformer decoder, post-norm:
///
///     x1     = layer_norm1(target + masked multi-head attention of the target to itself)
///     x2     = layer_norm2(x1 + multi-head attention of x1 to the source)
///     result = layer_norm3(x2 + shrink(relu(expand(x2))))
///
/// Row convention: a token is a row. Every layer norm has eps 1e-5.
///
/// @param source      (Ns, E) the text that is read, such as the one to translate
/// @param target      (Nt, E) the text that is written, as far as it goes
/// @param parameters  see above
/// @return            (Nt, E) row i depends on the target's tokens 0 to i and on the whole source
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.1 and figure 1.
Matrix decoder_layer(const Matrix& source, const Matrix& target,
                     const DecoderParameters& parameters);

}  // namespace softmark
