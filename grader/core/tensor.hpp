#pragma once
// A plain n-dimensional array of doubles: what travels between files, processes and the comparison.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace grader {

using Shape = std::vector<std::size_t>;

/// The product of the lengths: 1 for a scalar. A product beyond std::size_t gives its largest
/// value.
inline std::size_t element_count(const Shape& shape) {
  std::size_t count = 1;
  bool overflow = false;
  for (const std::size_t length : shape) {
    overflow = __builtin_mul_overflow(count, length, &count) || overflow;
  }
  return overflow ? static_cast<std::size_t>(-1) : count;
}

/// Whether two shapes are the same, or one has axes of length 1 that the other leaves out. A row
/// and a column are not the same.
inline bool same_but_for_ones(Shape a, Shape b) {
  if (a.size() != b.size()) {
    std::erase(a, 1);
    std::erase(b, 1);
  }
  return a == b;
}

/// `values` are stored row by row; their number is the product of `shape`. A scalar has an empty
/// shape. Of an array that a program sends, and that is very large, only the shape comes.
struct Tensor {
  Shape shape;
  std::vector<double> values;

  bool complete() const { return values.size() == element_count(shape); }
  bool operator==(const Tensor&) const = default;
};

/// True if all elements are equal, and for an empty array. NaN equals nothing.
inline bool is_one_number(const Tensor& tensor) {
  return std::ranges::all_of(tensor.values,
                             [&](double value) { return value == tensor.values.front(); });
}

/// Whether each number is 0, as of none.
inline bool is_zero(const Tensor& tensor) {
  return std::ranges::all_of(tensor.values, [](double value) { return value == 0; });
}

/// Whether all values are there, and none is NaN or an infinity.
inline bool is_finite(const Tensor& tensor) {
  return tensor.complete() &&
         std::ranges::all_of(tensor.values, [](double value) { return std::isfinite(value); });
}

/// Whether two lists of arrays are the same, bit for bit: no NaN equals itself.
inline bool same_bits(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  return std::ranges::equal(a, b, [](const Tensor& x, const Tensor& y) {
    return x.shape == y.shape && x.values.size() == y.values.size() &&
           (x.values.empty() ||
            std::memcmp(x.values.data(), y.values.data(), x.values.size() * sizeof(double)) == 0);
  });
}

/// Element i is right when |actual - expected| <= atol + rtol * |expected|.
struct Tolerance {
  double rtol = 1e-6;
  double atol = 1e-9;
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

}  // namespace grader
