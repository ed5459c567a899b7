#include "attention_gradient.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

namespace softmark {

double check_by_differences(const Matrix& Q, const Matrix& K, const Matrix& V,
                            const Matrix& d_output, const AttentionGradient& gradient) {
  Matrix inputs[] = {Q, K, V};
  const auto loss = [&] {
    const Matrix output = causal_attention(inputs[0], inputs[1], inputs[2]);
    double sum = 0;
    for (std::size_t i = 0; i < output.size(); ++i) sum += d_output.data()[i] * output.data()[i];
    return sum;
  };
  const Matrix* given[] = {&gradient.d_Q, &gradient.d_K, &gradient.d_V};
  const char* names[] = {"d_Q", "d_K", "d_V"};
  double largest = 0;
  for (std::size_t which = 0; which < 3; ++which) {
    Matrix& input = inputs[which];
    if (given[which]->shape() != input.shape()) {
      std::printf("%s: another shape than that of the input\n", names[which]);
      largest = std::numeric_limits<double>::infinity();
      continue;
    }
    double worst = -1, yours = 0, measured = 0;
    std::size_t where = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
      const double before = input.data()[i], step = 1e-5;
      input.data()[i] = before + step;
      const double above = loss();
      input.data()[i] = before - step;
      const double below = loss();
      input.data()[i] = before;
      const double slope = (above - below) / (2 * step);
      const double difference = std::abs(slope - given[which]->data()[i]);
      if (difference <= worst || std::isnan(worst)) continue;  // NaN is the worst
      worst = difference;
      yours = given[which]->data()[i];
      measured = slope;
      where = i;
    }
    std::printf("%s: differs most at [%zu,%zu]: %.9g, by differences %.9g\n", names[which],
                where / input.shape(1), where % input.shape(1), yours, measured);
    if (!(worst <= largest) && !std::isnan(largest)) largest = worst;
  }
  return largest;
}

}  // namespace softmark
