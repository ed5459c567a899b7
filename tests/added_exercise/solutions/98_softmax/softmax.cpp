#include "softmax.hpp"

namespace softmark {

Weights softmax(const std::vector<Vector>& scores, Settings settings) {
  Vector exponentials = Vector::from_shape({scores.size()});
  for (std::size_t n = 0; n < scores.size(); ++n) {
    exponentials(n) = settings.keep(n) * std::exp(scores[n](0) / settings.temperature);
  }
  record("exponentials", exponentials);
  return {exponentials / xt::sum(exponentials)(), xt::sum(exponentials)()};
}

}  // namespace softmark
