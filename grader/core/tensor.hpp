#pragma once
// A plain n-dimensional array of doubles: what travels between files, processes and the comparison.

#include <cstddef>
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

/// `values` are stored row by row; their number is the product of `shape`. A scalar has an empty
/// shape. Of an array that a program sends, and that is very large, only the shape comes.
struct Tensor {
  Shape shape;
  std::vector<double> values;

  bool complete() const { return values.size() == element_count(shape); }
  bool operator==(const Tensor&) const = default;
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

}  // namespace grader
