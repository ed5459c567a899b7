#include "tiled_attention.hpp"

namespace softmark {

// Replace each `throw` by your code.

// What is known of each query after some of the keys. The output is a sum that is not divided yet.
struct State {
  Rows output;
  std::vector<double> largest, sum;
};

// Adds keys j0 to j1 - 1 to the state of queries i0 to i1 - 1.
static void add_tile([[maybe_unused]] const Rows& Q, [[maybe_unused]] const Rows& K,
                     [[maybe_unused]] const Rows& V, [[maybe_unused]] State& state,
                     [[maybe_unused]] std::size_t i0, [[maybe_unused]] std::size_t i1,
                     [[maybe_unused]] std::size_t j0, [[maybe_unused]] std::size_t j1) {
  // TODO 1: the scores of a query with the keys of the tile, and the largest score with them.
  throw NotImplemented("TODO 1: the scores of one tile");

  // TODO 2: where the largest score is a new one, the repair of the sum and of the output.
  throw NotImplemented("TODO 2: the repair");

  // TODO 3: the exponentials of the tile, in the sum and in the output.
  throw NotImplemented("TODO 3: the sums of one tile");
}

Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0);
  State state{Rows(N, V.shape(1)), std::vector<double>(N), std::vector<double>(N)};
  // TODO 4: the start of the state, the loops over all tiles, and the division at the end.
  add_tile(Q, K, V, state, 0, 0, 0, 0);
  throw NotImplemented("TODO 4: the loops over the tiles");
}

}  // namespace softmark
