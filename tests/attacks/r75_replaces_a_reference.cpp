// attack: defines a function of an earlier exercise, to see what the grader calls it with
// verdict: build_failed or wrong_value
// exercise: 16_decoder_layer

#include "decoder_layer.hpp"

namespace softmark {

Matrix layer_norm(const Matrix& X, const Vector&, const Vector&, double) { return X; }

Matrix decoder_layer(const Matrix&, const Matrix& target, const DecoderParameters& parameters) {
  return layer_norm(target, parameters.norm1.gamma, parameters.norm1.beta, 1e-5);
}

}  // namespace softmark
