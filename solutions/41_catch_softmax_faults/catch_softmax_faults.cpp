#include "catch_softmax_faults.hpp"

namespace softmark {

std::vector<SoftmaxInput> catch_softmax_faults() {
  // The last score is far above all others of its row; the next row is far below it, and below 0.
  Matrix scores{{0, 1, 2000}, {-2000, -2001, -2002}};
  return {{scores}};
}

}  // namespace softmark
