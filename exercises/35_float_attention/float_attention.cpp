#include "float_attention.hpp"

namespace softmark {

// Replace each `throw` by your code.

FloatRows float_attention(const FloatRows& Q, [[maybe_unused]] const FloatRows& K,
                          const FloatRows& V) {
  FloatRows output(Q.shape(0), V.shape(1));
  for (std::size_t i = 0; i < Q.shape(0); ++i) {
    // TODO 1: the scores of query i, sums of d products.
    throw NotImplemented("TODO 1: the scores");

    // TODO 2: their exponentials, and the sum of M of these.
    throw NotImplemented("TODO 2: the exponentials and their sum");

    // TODO 3: the output, sums of M weighted values.
    throw NotImplemented("TODO 3: the output");
  }
  return output;
}

}  // namespace softmark
