#pragma once
// The types of elements and numbers that operations compute at once.

#include <cstddef>

namespace softmark::eager {

/// The types of elements that operations compute at once. Others are left to xtensor.
enum class Element : unsigned char { boolean, integer, long_integer, size, real };

template <class T>
inline constexpr bool is_element = false;
template <class T>
inline constexpr Element element_of = Element::real;

#define SOFTMARK_ELEMENT(type, name)             \
  template <>                                    \
  inline constexpr bool is_element<type> = true; \
  template <>                                    \
  inline constexpr Element element_of<type> = Element::name;
SOFTMARK_ELEMENT(bool, boolean)
SOFTMARK_ELEMENT(int, integer)
SOFTMARK_ELEMENT(long, long_integer)
SOFTMARK_ELEMENT(unsigned long, size)
SOFTMARK_ELEMENT(double, real)
#undef SOFTMARK_ELEMENT

/// T without reference and const. This and the constants below are the library's own, since
/// compilers load all that a header has of a standard trait when they need it for one more type.
template <class T>
struct BareType {
  using type = T;
};
template <class T>
struct BareType<const T> {
  using type = T;
};
template <class T>
struct BareType<T&> : BareType<T> {};
template <class T>
struct BareType<const T&> {
  using type = T;
};
template <class T>
struct BareType<T&&> : BareType<T> {};
template <class T>
using Bare = typename BareType<T>::type;

template <class T>
inline constexpr bool is_number = is_element<T>;
template <>
inline constexpr bool is_number<float> = true;
template <>
inline constexpr bool is_number<unsigned> = true;
template <>
inline constexpr bool is_number<short> = true;
template <>
inline constexpr bool is_number<unsigned short> = true;
template <>
inline constexpr bool is_number<char> = true;
template <>
inline constexpr bool is_number<signed char> = true;
template <>
inline constexpr bool is_number<unsigned char> = true;
template <>
inline constexpr bool is_number<long long> = true;
template <>
inline constexpr bool is_number<unsigned long long> = true;

/// One index for each of N axes.
template <std::size_t N, class... I>
concept Indices = sizeof...(I) == N && (is_number<I> && ...);

struct Operand;
/// Copies the elements of `source`. An array takes its shape, a view keeps its own.
template <class A>
void assign(A& target, const Operand& source);
/// What is assigned to an array or a view, as the kit sees it.
template <class E>
decltype(auto) assigned(const E& value);
/// The elements of an array in one row, in a new shape in which one length may be -1.
template <class R, class A, class S>
R in_other_shape(const A& array, const S& shape);
/// Whether the elements of E lie in memory.
template <class E>
constexpr bool held();

/// Throws std::out_of_range.
[[noreturn]] void refuse_index(std::size_t index, std::size_t axis, std::size_t length);

/// Where the element with these indices is, in an array with this shape and these strides. Throws
/// std::out_of_range. As in xtensor, an axis of length 1 takes any index.
template <std::size_t rank>
[[gnu::always_inline]] inline std::size_t place(const std::size_t* index, const std::size_t* shape,
                                                const std::ptrdiff_t* strides) {
  std::ptrdiff_t sum = 0;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const std::size_t i = index[axis], length = shape[axis];
    if (i >= length && length != 1) refuse_index(i, axis, length);
    sum += static_cast<std::ptrdiff_t>(i) * strides[axis];
  }
  return static_cast<std::size_t>(sum);
}

/// How far the i-th element, row by row, lies from the first.
std::ptrdiff_t offset_of(std::size_t i, const std::size_t* shape, const std::ptrdiff_t* strides,
                         std::size_t rank);
/// Writes the strides by which a dense array of this shape is read row by row, and by how much each
/// axis goes back from its end. Returns the number of elements.
std::size_t dense_places(const std::size_t* shape, std::size_t rank, std::ptrdiff_t* strides,
                         std::ptrdiff_t* backstrides);
/// The same where the strides are given: those of axes of length 1 become 0.
void given_places(const std::size_t* shape, std::size_t rank, std::ptrdiff_t* strides,
                  std::ptrdiff_t* backstrides);
/// Throws std::runtime_error: an array that is kept row by row was given another layout, or
/// strides.
[[noreturn]] void refuse_layout(bool strides);

/// Throws std::runtime_error: an array that has so many axes was given another number.
[[noreturn]] void refuse_axes(std::size_t has, std::size_t given);

}  // namespace softmark::eager
