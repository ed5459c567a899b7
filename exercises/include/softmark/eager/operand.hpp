#pragma once
// What the functions of the kit see of an array or a number, and the types that they give back.
//
// In plain xtensor, `A + B` is a type of its own that computes its elements when it is read. Every
// new combination is then compiled in the student's file. Here an operation on arrays computes at
// once and gives a plain array, by a function that was compiled once, with the kit.

#include <softmark/eager/view_type.hpp>

#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace softmark::eager {

// ---- arrays ----

inline constexpr int dynamic = -1;      ///< a rank that is known at run time only
inline constexpr int number = -2;       ///< not an array
inline constexpr int highest_rank = 5;  ///< a Tensor4 with a new axis

/// A plain array with elements T, of a rank or `dynamic`.
template <class T, int rank>
struct PlainArray {
  using type = xt::xtensor<T, static_cast<std::size_t>(rank)>;
};
template <class T>
struct PlainArray<T, dynamic> {
  using type = xt::xarray<T>;
};
template <class T, int rank>
using Plain = typename PlainArray<T, rank>::type;

template <class S>
concept FixedRank = requires {
  std::tuple_size<S>::value;
};
template <class S>
inline constexpr int rank_of_shape = dynamic;
template <FixedRank S>
inline constexpr int rank_of_shape<S> = static_cast<int>(std::tuple_size<S>::value);

template <class E>
inline constexpr bool is_held = false;
template <class T, std::size_t N>
inline constexpr bool is_held<xt::xtensor<T, N>> = is_element<T>&& N <= highest_rank;
template <class T>
inline constexpr bool is_held<xt::xarray<T>> = is_element<T>;
template <class T, std::size_t N>
inline constexpr bool is_held<View<T, N>> = N <= highest_rank;
/// A view on an xt::xarray, whose rank is known at run time only.
template <class A>
using DynamicView =
    xt::xstrided_view<A, typename std::remove_reference_t<A>::shape_type, xt::layout_type::dynamic,
                      xt::detail::inner_storage_getter<A>>;
// Other views and adaptors of xtensor whose elements lie in memory.
template <class A, class S, xt::layout_type L>
inline constexpr bool is_held<xt::xstrided_view<A, S, L, xt::detail::inner_storage_getter<A>>> =
    is_element<typename std::remove_reference_t<A>::value_type>&& rank_of_shape<S> <= highest_rank;
template <class C, std::size_t N>
inline constexpr bool
    is_held<xt::xtensor_adaptor<C, N, xt::layout_type::row_major, xt::xtensor_expression_tag>> =
        is_element<typename std::remove_reference_t<C>::value_type>&& N <= highest_rank;
template <class C, class S>
inline constexpr bool
    is_held<xt::xarray_adaptor<C, xt::layout_type::row_major, S, xt::xtensor_expression_tag>> =
        is_element<typename std::remove_reference_t<C>::value_type>&&
            std::is_same_v<typename S::value_type, std::size_t>;  // a shape may be one of int

/// An expression that computes its elements when they are read.
template <class E>
concept Lazy = !is_held<E> && xt::is_xexpression<E>::value &&
               is_element<std::remove_cv_t<typename E::value_type>> &&
               std::is_same_v<xt::xexpression_tag_t<E>, xt::xtensor_expression_tag> &&
               rank_of_shape<typename E::shape_type> <= highest_rank;

/// Element type and rank of what is an operand; `number` for whatever is not an array.
template <class E>
struct Traits {
  using value = E;
  static constexpr int rank = number;
  static constexpr bool held = false;
};
template <Lazy E>
struct Traits<E> {
  using value = std::remove_cv_t<typename E::value_type>;
  static constexpr int rank = rank_of_shape<typename E::shape_type>;
  static constexpr bool held = false;
};

template <class T, int axes>
struct HeldTraits {
  using value = T;
  static constexpr int rank = axes;
  static constexpr bool held = true;
};
template <class T, std::size_t N>
requires is_held<xt::xtensor<T, N>>
struct Traits<xt::xtensor<T, N>> : HeldTraits<T, static_cast<int>(N)> {
};
template <class T>
requires is_held<xt::xarray<T>>
struct Traits<xt::xarray<T>> : HeldTraits<T, dynamic> {
};
template <class T, std::size_t N>
requires is_held<View<T, N>>
struct Traits<View<T, N>> : HeldTraits<Bare<T>, static_cast<int>(N)> {
};
template <class A, class S, xt::layout_type L, class F>
requires is_held<xt::xstrided_view<A, S, L, F>>
struct Traits<xt::xstrided_view<A, S, L, F>>
    : HeldTraits<typename Bare<A>::value_type, rank_of_shape<S>> {
};
template <class C, std::size_t N>
requires is_held<xt::xtensor_adaptor<C, N, xt::layout_type::row_major, xt::xtensor_expression_tag>>
struct Traits<xt::xtensor_adaptor<C, N, xt::layout_type::row_major, xt::xtensor_expression_tag>>
    : HeldTraits<typename Bare<C>::value_type, static_cast<int>(N)> {
};
template <class C, class S>
requires is_held<xt::xarray_adaptor<C, xt::layout_type::row_major, S, xt::xtensor_expression_tag>>
struct Traits<xt::xarray_adaptor<C, xt::layout_type::row_major, S, xt::xtensor_expression_tag>>
    : HeldTraits<typename Bare<C>::value_type, dynamic> {
};

template <class E>
using TraitsOf = Traits<Bare<E>>;
template <class E>
using Value = typename TraitsOf<E>::value;
template <class E>
inline constexpr int rank_of = TraitsOf<E>::rank;

/// An array, a view or a lazy expression, of elements that are computed at once.
template <class E>
concept Array = rank_of<E>
!= number;
template <class E>
concept Number = is_number<Bare<E>>;
/// At least one array, and else numbers.
template <class... E>
concept Operands = (Array<E> || ...) && ((Array<E> || Number<E>)&&...);

/// The rank of what broadcasting gives.
template <class... E>
constexpr int broadcast_rank() {
  int highest = 0;
  for (const int rank : {rank_of<E>...}) {
    if (rank == dynamic) return dynamic;
    if (rank > highest) highest = rank;
  }
  return highest;
}

/// The plain array with elements T that broadcasting gives.
template <class T, class... E>
using Broadcast = Plain<T, broadcast_rank<E...>()>;

// ---- operands ----

/// What the kit sees of an array or a number. It owns nothing.
struct Operand {
  union {
    bool boolean;
    int integer;
    long long_integer;
    unsigned long size;
    double real;
  };                           ///< the number, where there is no array
  const void* data = nullptr;  ///< the first element; none for a number
  const std::size_t* shape = nullptr;
  const std::ptrdiff_t* strides = nullptr;  ///< in elements; 0 where the length is 1
  unsigned rank = 0;
  Element element = Element::real;
};

Operand operand(bool number);
Operand operand(int number);
Operand operand(long number);
Operand operand(unsigned long number);
Operand operand(double number);
inline Operand operand(float number) { return operand(static_cast<double>(number)); }
inline Operand operand(unsigned number) { return operand(static_cast<unsigned long>(number)); }
inline Operand operand(long long number) { return operand(static_cast<long>(number)); }
inline Operand operand(unsigned long long number) {
  return operand(static_cast<unsigned long>(number));
}

/// `array` as the kit sees it, for as long as it lives.
template <class E>
requires TraitsOf<E>::held Operand operand(const E& array) {
  Operand result;
  result.real = 0;
  result.data = array.data() + array.data_offset();
  result.shape = array.shape().data();
  result.strides = array.strides().data();
  result.rank = static_cast<unsigned>(array.dimension());
  result.element = element_of<Value<E>>;
  return result;
}

/// The elements of a lazy expression, computed now.
template <class T, int rank>
struct Evaluated {
  Plain<T, rank> array;
  operator Operand() const { return operand(array); }
};
template <class E>
requires(Array<E> && !TraitsOf<E>::held) Evaluated<Value<E>, rank_of<E>> operand(const E& lazy) {
  return {Plain<Value<E>, rank_of<E>>(lazy)};
}

template <class E>
constexpr bool held() {
  return TraitsOf<E>::held;
}

template <class E>
decltype(auto) assigned(const E& value) {
  if constexpr (Number<E> || Array<E>) {
    return operand(value);
  } else {
    return Evaluated<double, dynamic>{Plain<double, dynamic>(value)};
  }
}

}  // namespace softmark::eager
