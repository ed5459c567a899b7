#pragma once
// The random numbers of NumPy and PyTorch, bit for bit. Compile without contraction of a*b+c, which
// would change last bits: where torch fuses, it is written out.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace grader {

/// The stream that follows numpy.random.seed(seed): the same calls in the same order give the same
/// doubles.
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
  std::optional<double> spare_;  ///< the second number of the last pair
};

/// The stream that follows torch.manual_seed(seed): the same calls in the same order give the same
/// numbers.
///
/// Source: PyTorch's CPUGenerator, a Mersenne Twister. float32 numbers have 24 random bits, float64
/// ones 53. Normal numbers come one by one for fewer than 16, by Box and Muller in double
/// precision; else in blocks of 16 uniform ones, transformed in float32 by the polynomials of its
/// AVX2 kernel.
class TorchRandom {
 public:
  explicit TorchRandom(std::uint64_t seed) : generator_(static_cast<std::uint32_t>(seed)) {}

  /// The next 32 bits.
  std::uint32_t bits() { return static_cast<std::uint32_t>(generator_()); }

  /// torch.randint(low, high, (n,)): integers from low to high - 1.
  std::vector<std::int64_t> randint(std::int64_t low, std::int64_t high, std::size_t n);
  /// torch.rand(n), scaled to [low, high) as Tensor.uniform_ does.
  std::vector<float> uniform(std::size_t n, float low = 0, float high = 1);
  /// torch.randn(n), float32.
  std::vector<float> normal(std::size_t n);

  /// `n` of the initial weights of torch.nn.Linear(in, …), row by row.
  std::vector<float> linear_weight(std::size_t in, std::size_t n);
  /// The initial bias of torch.nn.Linear(in, n), which torch draws after the weights.
  std::vector<float> linear_bias(std::size_t in, std::size_t n);

  /// Leaves out the next `count` times 32 bits.
  void discard(std::uint64_t count) { generator_.discard(count); }

 private:
  float uniform_float();
  double uniform_double();
  double normal_double();

  std::mt19937 generator_;
  std::optional<double> spare_;  ///< the second of a pair; survives calls of other kinds
};

}  // namespace grader
