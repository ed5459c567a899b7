#include "next_token.hpp"

#include <algorithm>
#include <numeric>

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Vector): they show the shapes.
NextToken next_token(const Vector& logits, [[maybe_unused]] double temperature,
                     [[maybe_unused]] std::size_t k, [[maybe_unused]] double p,
                     [[maybe_unused]] double u) {
  const std::size_t V = logits.size();

  // TODO 1: the logits, divided by the temperature.
  Vector scaled;  // (V)
  throw NotImplemented("TODO 1: scaled logits");
  record("scaled logits", scaled);

  // TODO 2: the softmax of the k largest logits, and 0 for the other tokens.
  Vector of_k = xt::zeros<double>({V});
  throw NotImplemented("TODO 2: probabilities after top-k");
  record("top-k probabilities", of_k);

  // TODO 3: of these, the most probable ones until they sum to p. Divide by their sum.
  Vector probabilities = xt::zeros<double>({V});
  throw NotImplemented("TODO 3: probabilities after top-p");

  // TODO 4: the token that u draws.
  std::size_t token = 0;
  throw NotImplemented("TODO 4: the token");
  return {probabilities, token};
}

}  // namespace softmark
