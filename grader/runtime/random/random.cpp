#include "random/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace grader {

double NumpyRandom::random() {
  const std::uint32_t high = generator_() >> 5;  // 27 bits
  const std::uint32_t low = generator_() >> 6;   // 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double NumpyRandom::standard_normal() {
  if (spare_) return *std::exchange(spare_, std::nullopt);
  double x, y, square;
  do {
    x = 2.0 * random() - 1.0;
    y = 2.0 * random() - 1.0;
    square = x * x + y * y;
  } while (square >= 1.0 || square == 0.0);
  const double factor = std::sqrt(-2.0 * std::log(square) / square);
  spare_ = factor * x;
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

namespace {

constexpr std::size_t block = 16;

float with_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// a b + c, rounded once, as the vector unit does it.
float fused(float a, float b, float c) { return std::fma(a, b, c); }

/// The logarithm, by the polynomial of the Cephes library that torch's kernel evaluates.
float cephes_log(float x) {
  x = std::max(x, with_bits(0x00800000));  // the smallest normal number
  float exponent =
      static_cast<float>(static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(x) >> 23) - 0x7f) +
      1.0f;
  x = with_bits((std::bit_cast<std::uint32_t>(x) & ~0x7f800000u) | 0x3f000000u);  // in [0.5, 1)
  if (x < 0.707106781186547524f) {
    exponent -= 1.0f;
    x = (x - 1.0f) + x;
  } else {
    x = x - 1.0f;
  }
  float y = 7.0376836292e-2f;
  for (const float coefficient :
       {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
        2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f}) {
    y = fused(y, x, coefficient);
  }
  const float square = x * x;
  y = y * x;
  y = fused(y, square, exponent * -2.12194440e-4f);
  y = fused(-square, 0.5f, y);
  return fused(exponent, 0.693359375f, x + y);
}

struct SineCosine {
  float sine;
  float cosine;
};

/// Sine and cosine of an angle from 0 up, as torch rounds them.
SineCosine cephes_sincos(float angle) {
  auto octant = static_cast<std::int32_t>(angle * 1.27323954473516f);  // 4 / pi
  octant = (octant + 1) & ~1;
  const auto turns = static_cast<float>(octant);
  float x = fused(turns, -0.78515625f, angle);  // minus the octants, pi / 4 in three parts
  x = fused(turns, -2.4187564849853515625e-4f, x);
  x = fused(turns, -3.77489497744594108e-8f, x);
  const float square = x * x;
  float cosine = fused(2.443315711809948e-5f, square, -1.388731625493765e-3f);
  cosine = fused(cosine, square, 4.166664568298827e-2f) * square;
  cosine = fused(cosine, square, -(square * 0.5f)) + 1.0f;
  float sine = fused(-1.9515295891e-4f, square, 8.3321608736e-3f);
  sine = fused(sine, square, -1.6666654611e-1f) * square;
  sine = fused(sine, x, x);
  const bool swapped = (octant & 2) != 0;
  SineCosine result{swapped ? cosine : sine, swapped ? sine : cosine};
  if ((octant & 4) != 0) result.sine = -result.sine;
  if (((octant - 2) & 4) == 0) result.cosine = -result.cosine;
  return result;
}

/// Turns 16 uniform numbers into 16 normal ones.
void box_muller(float* values) {
  for (std::size_t i = 0; i < block / 2; ++i) {
    const float radius = std::sqrt(-2.0f * cephes_log(1.0f - values[i]));
    const SineCosine on_circle = cephes_sincos(6.283185307179586476925f * values[i + block / 2]);
    values[i] = radius * on_circle.cosine;
    values[i + block / 2] = radius * on_circle.sine;
  }
}

}  // namespace

float TorchRandom::uniform_float() {
  return static_cast<float>(bits() & 0xffffffu) * (1.0f / (1u << 24));
}

double TorchRandom::uniform_double() {
  const std::uint64_t high = bits();
  const std::uint64_t both = high << 32 | bits();
  return static_cast<double>(both & ((1ull << 53) - 1)) * (1.0 / (1ull << 53));
}

double TorchRandom::normal_double() {
  if (spare_) return *std::exchange(spare_, std::nullopt);
  const double first = uniform_double();
  const double second = uniform_double();
  const double radius = std::sqrt(-2.0 * std::log(1.0 - second));
  const double angle = 2.0 * std::numbers::pi * first;
  spare_ = radius * std::sin(angle);
  return radius * std::cos(angle);
}

std::vector<std::int64_t> TorchRandom::randint(std::int64_t low, std::int64_t high, std::size_t n) {
  const auto range = static_cast<std::uint64_t>(high - low);
  std::vector<std::int64_t> values(n);
  for (std::int64_t& value : values) {
    std::uint64_t drawn = bits();
    if (range >= 1ull << 32) drawn = drawn << 32 | bits();
    value = low + static_cast<std::int64_t>(drawn % range);
  }
  return values;
}

std::vector<float> TorchRandom::uniform(std::size_t n, float low, float high) {
  std::vector<float> values(n);
  for (float& value : values) value = fused(uniform_float(), high - low, low);
  return values;
}

std::vector<float> TorchRandom::normal(std::size_t n) {
  std::vector<float> values(n);
  if (n < block) {
    for (float& value : values) value = static_cast<float>(normal_double());
    return values;
  }
  for (float& value : values) value = uniform_float();
  for (std::size_t i = 0; i + block <= n; i += block) box_muller(&values[i]);
  if (n % block != 0) {  // the last 16 are drawn once more
    float* last = &values[n - block];
    for (std::size_t i = 0; i < block; ++i) last[i] = uniform_float();
    box_muller(last);
  }
  return values;
}

std::vector<float> TorchRandom::linear_weight(std::size_t in, std::size_t n) {
  // kaiming_uniform_ with a = sqrt(5); bounds as torch computes them, in double.
  const double gain = std::sqrt(2.0 / (1 + 5.0000000000000002));
  const double deviation = gain / std::sqrt(static_cast<double>(in));
  const auto bound = static_cast<float>(std::sqrt(3.0) * deviation);
  return uniform(n, -bound, bound);
}

std::vector<float> TorchRandom::linear_bias(std::size_t in, std::size_t n) {
  const auto bound = static_cast<float>(1 / std::sqrt(static_cast<double>(in)));
  return uniform(n, -bound, bound);
}

}  // namespace grader
