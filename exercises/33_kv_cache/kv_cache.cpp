#include "kv_cache.hpp"

namespace softmark {

// Replace each `throw` by your code.

// x W, for one token.
[[maybe_unused]] static std::vector<double> product([[maybe_unused]] const std::vector<double>& x,
                                                    [[maybe_unused]] const Rows& W) {
  // TODO 1: the product of one row and a matrix.
  throw NotImplemented("TODO 1: the product of one row and a matrix");
}

Rows kv_cache(const Rows& P, [[maybe_unused]] const Rows& W_Q, [[maybe_unused]] const Rows& W_K,
              [[maybe_unused]] const Rows& W_V) {
  const std::size_t N = P.shape(0);
  Rows output(N, P.shape(1));
  for (std::size_t t = 0; t < N; ++t) {
    // TODO 2: the input of token t, its query, and its key and value, which are kept.
    throw NotImplemented("TODO 2: the input, query, key and value of one token");

    // TODO 3: the scores of the query with all keys so far.
    throw NotImplemented("TODO 3: the scores of one token");

    // TODO 4: the output for token t.
    throw NotImplemented("TODO 4: the output for one token");
  }
  return output;
}

}  // namespace softmark
