#include "causal_mask.hpp"

namespace softmark {

// Replace each `throw` by your code.
Matrix causal_mask([[maybe_unused]] std::size_t Nq, [[maybe_unused]] std::size_t Nk) {
  // TODO 1: a matrix of zeros, with a row for each query and a column for each key.
  Matrix mask;  // (Nq, Nk)
  throw NotImplemented("TODO 1: a mask of zeros");

  for (std::size_t i = 0; i < Nq; ++i) {
    // TODO 2: set mask(i, j) to 1 for every key j that query i may look at.
    throw NotImplemented("TODO 2: the keys that a query sees");
    record("mask row", xt::view(mask, i, xt::all()));
  }
  return mask;
}

}  // namespace softmark
