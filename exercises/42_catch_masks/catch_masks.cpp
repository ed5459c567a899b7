#include "catch_masks.hpp"

namespace softmark {

// Replace the `throw` by your inputs. One of them is written {Q, K, V}, and a matrix by its rows:
// Matrix Q{{1, 2}, {3, 4}};
std::vector<CausalInput> catch_masks() {
  // TODO 1: as few inputs as you need, so that each mistake is caught by one of them.
  throw NotImplemented("TODO 1: inputs that catch the mistakes");
}

}  // namespace softmark
