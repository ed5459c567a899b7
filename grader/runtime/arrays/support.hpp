#pragma once
// What the kit's array functions share: operands as typed elements, shapes, loops, results. All
// sources of this folder are compiled as one (cmake/kit.cmake), which ends with instances.cpp.

#include "softmark/eager.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace softmark::eager {

/// A shape of at most so many axes, kept without an allocation.
struct Shape {
  static constexpr std::size_t most = 8;
  std::size_t lengths[most] = {};
  std::size_t rank = 0;

  Shape() = default;
  Shape(std::initializer_list<std::size_t> all) : Shape(all.begin(), all.size()) {}
  /// Throws std::invalid_argument where there are more axes.
  Shape(const std::size_t* first, std::size_t count);
  std::size_t operator[](std::size_t axis) const { return lengths[axis]; }
  std::size_t& operator[](std::size_t axis) { return lengths[axis]; }
  void add(std::size_t length);
  std::size_t size() const;
  bool operator==(const Shape& other) const = default;
};

Shape shape_of(const Operand& a);
/// An array of that shape, of which nothing else is read, for as long as `shape` lives.
Operand only_shape(const Shape& shape);
/// As in Python: (), (3,), (4, 3).
std::string text(const Shape& shape);
inline std::string text(const Operand& a) { return text(shape_of(a)); }

/// The axis as a place from the front. Throws std::invalid_argument, naming `function`, where the
/// array has no such axis.
std::size_t axis_of(const char* function, std::ptrdiff_t axis, const Operand& a);
/// How many elements lie below one place of `axis`.
std::size_t inner_size(const Shape& shape, std::size_t axis);

/// Strides in elements, one for each axis of a shape.
using Strides = std::array<std::ptrdiff_t, Shape::most>;

/// Strides of a dense array, row by row.
Strides dense_strides(const Shape& shape);
/// Whether `a` broadcasts to `shape`.
bool broadcasts(const Operand& a, const Shape& shape);
/// Strides by which `a` is read as an array of `shape`, to which it broadcasts.
Strides broadcast_strides(const Operand& a, const Shape& shape);
/// Whether the elements of `a`, broadcast to `shape`, lie one behind the other.
bool in_order(const Operand& a, const Shape& shape);

/// How a message names an operation and its operands.
struct Words {
  const char* before;
  const char* between;
  bool swapped = false;  ///< the second operand is named first
};
Words words_of(Binary op);

/// The shape to which all broadcast, one after the other. Throws xt::broadcast_error, with the
/// operation and both shapes, where there is none.
Shape broadcast_shape(const Words& words, const Operand& a, const Operand& b);
Shape broadcast_shape(const Words& words, std::initializer_list<Operand> operands);

/// target = a op b, both broadcast to `shape`; T is the type of the operands' elements.
template <class T>
void calculate(Binary op, const Operand& a, const Operand& b, const Shape& shape, T* target);

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
  return with_element(a.element, [&](auto number) {
    std::memcpy(&number, &a.real, sizeof number);  // all members of the union begin there
    return static_cast<T>(number);
  });
}

/// The elements of an operand as Ts in one row. They are converted, or copied, only where they must
/// be.
template <class T>
class Row {
 public:
  explicit Row(const Operand& a);
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size(); }
  std::size_t size() const { return shape_.size(); }
  T operator[](std::size_t i) const { return data_[i]; }
  /// By which they are read as an array of `shape`, to which the operand broadcasts.
  Strides strides(const Shape& shape) const;

 private:
  Shape shape_;
  std::vector<unsigned char> copied_;
  T number_;
  const T* data_;
};

/// A new array of that shape. Throws std::invalid_argument where R has another rank.
template <class R>
R allocated(const Shape& shape);

/// An array of any rank: what has one is compiled for each type of elements, not for each rank too.
template <class T>
struct Result {
  void* array;
  T* (*allocate)(void* array, const Shape& shape);
  /// Makes it a new array of that shape, and gives its elements.
  T* allocated(const Shape& shape) const { return allocate(array, shape); }
};
template <class R>
Result<Value<R>> result_in(R& array) {
  return {&array, [](void* any, const Shape& shape) {
            R& known = *static_cast<R*>(any);
            known = allocated<R>(shape);
            return known.data();
          }};
}
/// What `compute` allocates and fills.
template <class R, class... P>
R made(void (*compute)(Result<Value<R>>, P...), std::type_identity_t<P>... arguments) {
  R array;
  compute(result_in(array), arguments...);
  return array;
}

}  // namespace softmark::eager
