#include "softmax.hpp"

namespace softmark {

Weights softmax(const std::vector<Vector>& scores, Settings settings) {
  (void)scores, (void)settings;
  throw NotImplemented("TODO 1: the weights");
}

}  // namespace softmark
