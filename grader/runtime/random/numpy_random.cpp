#include "random/numpy_random.hpp"

#include <cmath>

namespace grader {

double NumpyRandom::random() {
  const std::uint32_t high = generator_() >> 5;  // 27 bits
  const std::uint32_t low = generator_() >> 6;   // 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double NumpyRandom::standard_normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double x, y, square;
  do {
    x = 2.0 * random() - 1.0;
    y = 2.0 * random() - 1.0;
    square = x * x + y * y;
  } while (square >= 1.0 || square == 0.0);
  const double factor = std::sqrt(-2.0 * std::log(square) / square);
  spare_ = factor * x;
  has_spare_ = true;
  return factor * y;
}

std::int64_t NumpyRandom::integer(std::int64_t low, std::int64_t high) {
  const auto range = static_cast<std::uint32_t>(high - 1 - low);
  if (range == 0) return low;
  std::uint32_t mask = range;
  for (unsigned shift = 1; shift < 32; shift <<= 1) mask |= mask >> shift;
  std::uint32_t value;
  do {
    value = static_cast<std::uint32_t>(generator_()) & mask;
  } while (value > range);
  return low + static_cast<std::int64_t>(value);
}

}  // namespace grader
