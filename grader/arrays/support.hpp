#pragma once
// What the kit's array functions share: operands as typed elements, shapes, loops, results.

#include "softmark/eager.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace softmark::eager {

/// A shape of at most so many axes, kept without an allocation.
struct Shape {
  static constexpr std::size_t most = 8;
  std::size_t lengths[most] = {};
  std::size_t rank = 0;

  Shape() = default;
  /// Throws std::invalid_argument where there are more axes.
  Shape(const std::size_t* first, std::size_t count);
  std::size_t operator[](std::size_t axis) const { return lengths[axis]; }
  std::size_t& operator[](std::size_t axis) { return lengths[axis]; }
  void add(std::size_t length);
  std::size_t size() const;
  bool operator==(const Shape& other) const = default;
};

Shape shape_of(const Operand& a);
/// As in Python: (), (3,), (4, 3).
std::string text(const Shape& shape);
inline std::string text(const Operand& a) { return text(shape_of(a)); }

/// The axis as a place from the front. Throws std::invalid_argument, naming `function`, where the
/// array has no such axis.
std::size_t axis_of(const char* function, std::ptrdiff_t axis, const Operand& a);

/// Strides in elements, one for each axis of a shape.
using Strides = std::array<std::ptrdiff_t, Shape::most>;

/// Strides of a dense array, row by row.
Strides dense_strides(const Shape& shape);
/// Whether `a` broadcasts to `shape`.
bool broadcasts(const Operand& a, const Shape& shape);
/// Strides by which `a` is read as an array of `shape`, to which it broadcasts.
Strides broadcast_strides(const Operand& a, const Shape& shape);

/// Calls f with a value of the type that `element` stands for.
template <class F>
decltype(auto) with_element(Element element, F&& f) {
  switch (element) {
    case Element::boolean:
      return f(bool());
    case Element::integer:
      return f(int());
    case Element::long_integer:
      return f(long());
    case Element::size:
      return f((unsigned long)0);
    case Element::real:
      break;
  }
  return f(double());
}

/// A place, or a step, in each of K arrays.
template <std::size_t K>
using Places = std::array<std::ptrdiff_t, K>;
template <std::size_t K>
using RunFunction = void(const void* closure, const Places<K>& offsets, std::size_t count,
                         const Places<K>& steps);
/// Calls f for each run along the last axis, row by row; the offsets are those of K arrays with
/// these strides.
template <std::size_t K>
void for_each_run(const Shape& shape, const std::array<Strides, K>& strides, RunFunction<K>* f,
                  const void* closure);
/// The same with f(offsets, count, steps). It is called by its address, so that the loop around it
/// is compiled once.
template <std::size_t K, class F>
void for_each_run(const Shape& shape, const std::array<Strides, K>& strides, const F& f) {
  for_each_run<K>(
      shape, strides,
      [](const void* closure, const Places<K>& offsets, std::size_t count, const Places<K>& steps) {
        (*static_cast<const F*>(closure))(offsets, count, steps);
      },
      &f);
}

/// Copies the elements of `a`, broadcast to `shape`, row by row, converted to T.
template <class T>
void copy_elements(const Operand& a, const Shape& shape, T* target);

/// The number that `a` is, as a T.
template <class T>
T number_of(const Operand& a) {
  switch (a.element) {
    case Element::boolean:
      return static_cast<T>(a.boolean);
    case Element::integer:
      return static_cast<T>(a.integer);
    case Element::long_integer:
      return static_cast<T>(a.long_integer);
    case Element::size:
      return static_cast<T>(a.size);
    case Element::real:
      break;
  }
  return static_cast<T>(a.real);
}

/// The elements of an operand as Ts, to be read with strides. They are converted, or copied, only
/// where they must be.
template <class T>
class Source {
 public:
  explicit Source(const Operand& a);
  const T* data() const { return data_; }
  /// By which the elements are read as an array of `shape`.
  Strides strides(const Shape& shape) const;

 private:
  Operand operand_;
  T number_;
  std::vector<unsigned char> converted_;
  std::size_t dense_shape_[Shape::most];
  std::ptrdiff_t dense_strides_[Shape::most];
  const T* data_;
};

/// The elements in one row, as Ts.
template <class T>
class Row {
 public:
  explicit Row(const Operand& a);
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  T operator[](std::size_t i) const { return data_[i]; }

 private:
  std::vector<unsigned char> copied_;
  T number_;
  const T* data_;
  std::size_t size_;
};

/// A new array of that shape. Throws std::invalid_argument where R has another rank.
template <class R>
R allocated(const Shape& shape);

}  // namespace softmark::eager

/// Applies macro(R) to the plain arrays with elements T.
#define SOFTMARK_RANKS(macro, ...)                                                        \
  macro(__VA_ARGS__, 0) macro(__VA_ARGS__, 1) macro(__VA_ARGS__, 2) macro(__VA_ARGS__, 3) \
      macro(__VA_ARGS__, 4) macro(__VA_ARGS__, 5) macro(__VA_ARGS__, dynamic)
/// Applies macro(T, rank) to all plain arrays.
#define SOFTMARK_ARRAYS(macro) \
  SOFTMARK_RANKS(macro, bool)  \
  SOFTMARK_RANKS(macro, int)   \
  SOFTMARK_RANKS(macro, long) SOFTMARK_RANKS(macro, unsigned long) SOFTMARK_RANKS(macro, double)
/// Applies macro(T) to all element types.
#define SOFTMARK_ELEMENTS(macro) \
  macro(bool) macro(int) macro(long) macro(unsigned long) macro(double)
