#pragma once
// The random numbers of numpy.random.seed and its legacy functions, bit for bit.

#include <cstdint>
#include <random>

namespace grader {

/// The stream that follows numpy.random.seed(seed): the same calls in the same order give the same
/// doubles. Compile without contraction of a*b+c, which would change the last bit.
///
/// Source: NumPy's legacy generator: Mersenne Twister; doubles of 53 bits; normal numbers by
/// Marsaglia's polar method, which makes two at a time; integers by masked rejection.
class NumpyRandom {
 public:
  explicit NumpyRandom(std::uint32_t seed) : generator_(seed) {}

  /// Uniform on [0, 1).
  double random();
  double uniform(double low, double high) { return low + (high - low) * random(); }
  double normal(double mean, double standard_deviation) {
    return mean + standard_deviation * standard_normal();
  }
  /// An integer from low to high - 1. Requires low < high, at most 2^32 apart.
  std::int64_t integer(std::int64_t low, std::int64_t high);

 private:
  double standard_normal();

  std::mt19937 generator_;
  bool has_spare_ = false;
  double spare_ = 0;  ///< the second number of the last pair
};

}  // namespace grader
