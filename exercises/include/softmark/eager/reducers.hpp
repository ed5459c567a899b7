#pragma once
// Reducers that compute at once: sums, means and their like, over some or all axes.

#include <softmark/eager/elementwise.hpp>

#include <array>

namespace softmark::eager {

/// What the options of a reducer ask for: whether axes are kept. Options that say more, such as a
/// value to start from, are left to xtensor.
template <class Options>
inline constexpr bool is_known_option = false;
template <>
inline constexpr bool is_known_option<xt::keep_dims_type> = true;
template <>
inline constexpr bool is_known_option<xt::evaluation_strategy::lazy_type> = true;
template <>
inline constexpr bool is_known_option<xt::evaluation_strategy::immediate_type> = true;
template <class... Option>
inline constexpr bool is_known_option<std::tuple<Option...>> = (is_known_option<Option> && ...);

template <class Options>
inline constexpr bool keeps = false;
template <>
inline constexpr bool keeps<xt::keep_dims_type> = true;
template <class... Option>
inline constexpr bool keeps<std::tuple<Option...>> = (keeps<Option> || ...);

/// What a reducer gets that is called without options: GCC compiles nothing for passing it, as it
/// does for the one option of xtensor's default.
using NoOptions = std::tuple<>;

template <class E, class Options>
concept Reducible = Array<E> && is_known_option<Bare<Options>>;

/// The rank after `count` axes are taken away.
template <class E, class Options, int count>
inline constexpr int reduced_rank = rank_of<E> == dynamic || keeps<Bare<Options>> ? rank_of<E>
                                    : count == dynamic                            ? dynamic
                                                       : rank_of<E> - count;

/// T, or what else takes its place where the student names no type.
template <class T, class Else>
struct Named {
  using type = T;
};
template <class Else>
struct Named<void, Else> {
  using type = Else;
};

/// Element types of results, from those of the array and of the sum.
template <Reduction op>
struct Reduced {
  template <class T, class V>
  using type = decltype(typename Named<T, V>::type() + V());
};
struct ReducedToElement {
  template <class T, class V>
  using type = typename Named<T, V>::type;
};
struct ReducedToReal {
  template <class T, class V>
  using type = decltype(double() + typename Named<T, double>::type());
};
struct ReducedToCount {
  template <class T, class V>
  using type = std::size_t;
};
template <>
struct Reduced<Reduction::largest> : ReducedToElement {};
template <>
struct Reduced<Reduction::smallest> : ReducedToElement {};
template <>
struct Reduced<Reduction::mean> : ReducedToReal {};
template <>
struct Reduced<Reduction::variance> : ReducedToReal {};
template <>
struct Reduced<Reduction::stddev> : ReducedToReal {};
template <>
struct Reduced<Reduction::count_nonzero> : ReducedToCount {};

/// The elements of a reducer's result, when the student names the type T of the sum, or void.
template <class T, class E, Reduction op>
using ReducedValue = typename Reduced<op>::template type<T, Value<E>>;

template <class T, class E, Reduction op, class Options>
concept CanReduce = Reducible<E, Options> && is_element<ReducedValue<T, E, op>>;

/// One axis, or a list of them, as the kit takes it; `count` is how many, or `dynamic`.
template <class X>
inline constexpr int axis_count = dynamic;
template <class X>
requires is_number<X>
inline constexpr int axis_count<X> = 1;
template <class I, std::size_t N>
inline constexpr int axis_count<std::array<I, N>> = static_cast<int>(N);

/// One axis or a list of them, for the kit.
template <class X>
Axes axes_of(const X& axes, bool keep, std::size_t ddof = 0) {
  Axes list = all_axes(keep, ddof);
  list.all = false;
  if constexpr (is_number<X>) {
    list.list[list.count++] = static_cast<std::ptrdiff_t>(axes);
  } else {
    for (const auto axis : axes) {
      if (list.count < Axes::most) list.list[list.count++] = static_cast<std::ptrdiff_t>(axis);
    }
  }
  return list;
}

/// What a reducer gives that takes away `count` axes; all of them where that is `everything`.
inline constexpr int everything = -2;
template <class T, class E, Reduction op, class Options, int count>
using ReducedArray =
    Plain<ReducedValue<T, E, op>, count != everything    ? reduced_rank<E, Options, count>
                                  : keeps<Bare<Options>> ? rank_of<E>
                                                         : 0>;

}  // namespace softmark::eager

namespace xt {

// The heads are those of XTENSOR_REDUCER_FUNCTION in xtensor.
#define SOFTMARK_REDUCER(name, op)                                                                 \
  template <class T = void, class E, class X, class EVS = softmark::eager::NoOptions,              \
            XTL_REQUIRES(xtl::negation<is_reducer_options<X>>,                                     \
                         xtl::negation<xtl::is_integral<std::decay_t<X>>>)>                        \
  requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::op, EVS>                   \
  inline decltype(auto) name(E&& e, X&& axes, EVS = EVS()) {                                       \
    return softmark::eager::reduce<                                                                \
        softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::op, EVS,                   \
                                      softmark::eager::axis_count<softmark::eager::Bare<X>>>>(     \
        softmark::eager::Reduction::op, softmark::eager::operand(e),                               \
        softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));       \
  }                                                                                                \
  template <class T = void, class E, class X, class EVS = softmark::eager::NoOptions,              \
            XTL_REQUIRES(xtl::negation<is_reducer_options<X>>, xtl::is_integral<std::decay_t<X>>)> \
  requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::op, EVS>                   \
  inline decltype(auto) name(E&& e, X axis, EVS = EVS()) {                                         \
    return softmark::eager::reduce<                                                                \
        softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::op, EVS, 1>>(              \
        softmark::eager::Reduction::op, softmark::eager::operand(e),                               \
        softmark::eager::axes_of(axis, softmark::eager::keeps<softmark::eager::Bare<EVS>>));       \
  }                                                                                                \
  template <class T = void, class E, class EVS = softmark::eager::NoOptions,                       \
            XTL_REQUIRES(is_reducer_options<EVS>)>                                                 \
  requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::op, EVS>                   \
  inline decltype(auto) name(E&& e, EVS = EVS()) {                                                 \
    return softmark::eager::reduce<softmark::eager::ReducedArray<                                  \
        T, E, softmark::eager::Reduction::op, EVS, softmark::eager::everything>>(                  \
        softmark::eager::Reduction::op, softmark::eager::operand(e),                               \
        softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>));            \
  }                                                                                                \
  template <class T = void, class E, class I, std::size_t N,                                       \
            class EVS = softmark::eager::NoOptions>                                                \
  requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::op, EVS>                   \
  inline decltype(auto) name(E&& e, const I(&axes)[N], EVS = EVS()) {                              \
    return softmark::eager::reduce<softmark::eager::ReducedArray<                                  \
        T, E, softmark::eager::Reduction::op, EVS, static_cast<int>(N)>>(                          \
        softmark::eager::Reduction::op, softmark::eager::operand(e),                               \
        softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));       \
  }
SOFTMARK_REDUCER(sum, sum)
SOFTMARK_REDUCER(prod, product)
SOFTMARK_REDUCER(amax, largest)
SOFTMARK_REDUCER(amin, smallest)
#undef SOFTMARK_REDUCER

// Written out once more, since xtensor's have other heads.
template <class T = void, class E, class X, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(xtl::negation<is_reducer_options<X>>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::mean, EVS>
inline decltype(auto) mean(E&& e, X&& axes, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::mean, EVS,
                                              axis_count<Bare<X>>>>(
      softmark::eager::Reduction::mean, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(is_reducer_options<EVS>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::mean, EVS>
inline decltype(auto) mean(E&& e, EVS = EVS()) {
  return softmark::eager::reduce<softmark::eager::ReducedArray<
      T, E, softmark::eager::Reduction::mean, EVS, softmark::eager::everything>>(
      softmark::eager::Reduction::mean, softmark::eager::operand(e),
      softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class I, std::size_t N, class EVS = softmark::eager::NoOptions>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::mean, EVS>
inline decltype(auto) mean(E&& e, const I (&axes)[N], EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::mean, EVS,
                                              static_cast<int>(N)>>(
      softmark::eager::Reduction::mean, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}

template <class T = void, class E, class D, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(is_reducer_options<EVS>, xtl::is_integral<D>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, EVS>
inline decltype(auto) variance(E&& e, const D& ddof, EVS = EVS()) {
  return softmark::eager::reduce<softmark::eager::ReducedArray<
      T, E, softmark::eager::Reduction::variance, EVS, softmark::eager::everything>>(
      softmark::eager::Reduction::variance, softmark::eager::operand(e),
      softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>,
                                static_cast<std::size_t>(ddof)));
}
template <class T = void, class E, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(is_reducer_options<EVS>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, EVS>
inline decltype(auto) variance(E&& e, EVS = EVS()) {
  return softmark::eager::reduce<softmark::eager::ReducedArray<
      T, E, softmark::eager::Reduction::variance, EVS, softmark::eager::everything>>(
      softmark::eager::Reduction::variance, softmark::eager::operand(e),
      softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class X, class D, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(xtl::negation<is_reducer_options<X>>, xtl::is_integral<D>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, EVS>
inline decltype(auto) variance(E&& e, X&& axes, const D& ddof, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::variance, EVS,
                                              axis_count<Bare<X>>>>(
      softmark::eager::Reduction::variance, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>,
                               static_cast<std::size_t>(ddof)));
}
template <class T = void, class E, class X, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(xtl::negation<is_reducer_options<X>>,
                       xtl::negation<xtl::is_integral<std::decay_t<X>>>, is_reducer_options<EVS>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, EVS>
inline decltype(auto) variance(E&& e, X&& axes, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::variance, EVS,
                                              axis_count<Bare<X>>>>(
      softmark::eager::Reduction::variance, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class A, std::size_t N, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(is_reducer_options<EVS>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, EVS>
inline decltype(auto) variance(E&& e, const A (&axes)[N], EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::variance, EVS,
                                              static_cast<int>(N)>>(
      softmark::eager::Reduction::variance, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class A, std::size_t N, class D,
          class EVS = softmark::eager::NoOptions>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, EVS>
inline decltype(auto) variance(E&& e, const A (&axes)[N], const D& ddof, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::variance, EVS,
                                              static_cast<int>(N)>>(
      softmark::eager::Reduction::variance, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>,
                               static_cast<std::size_t>(ddof)));
}

// With options and no ddof, where xtensor's own overloads are ambiguous.
template <class T = void, class E, class A, std::size_t N, class... O>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, std::tuple<O...>>
inline decltype(auto) variance(E&& e, const A (&axes)[N], std::tuple<O...>) {
  using namespace softmark::eager;
  return reduce<ReducedArray<T, E, Reduction::variance, std::tuple<O...>, static_cast<int>(N)>>(
      Reduction::variance, operand(e), axes_of(axes, keeps<std::tuple<O...>>));
}
template <class T = void, class E, class X, class... O>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::variance, std::tuple<O...>>
inline decltype(auto) variance(E&& e, X&& axes, std::tuple<O...>) {
  using namespace softmark::eager;
  return reduce<ReducedArray<T, E, Reduction::variance, std::tuple<O...>, axis_count<Bare<X>>>>(
      Reduction::variance, operand(e), axes_of(axes, keeps<std::tuple<O...>>));
}

template <class T = void, class E, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(is_reducer_options<EVS>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::stddev, EVS>
inline decltype(auto) stddev(E&& e, EVS = EVS()) {
  return softmark::eager::reduce<softmark::eager::ReducedArray<
      T, E, softmark::eager::Reduction::stddev, EVS, softmark::eager::everything>>(
      softmark::eager::Reduction::stddev, softmark::eager::operand(e),
      softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class X, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(xtl::negation<is_reducer_options<X>>)>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::stddev, EVS>
inline decltype(auto) stddev(E&& e, X&& axes, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::stddev, EVS,
                                              axis_count<Bare<X>>>>(
      softmark::eager::Reduction::stddev, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class T = void, class E, class A, std::size_t N, class EVS = softmark::eager::NoOptions>
requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::stddev, EVS>
inline decltype(auto) stddev(E&& e, const A (&axes)[N], EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<T, E, softmark::eager::Reduction::stddev, EVS,
                                              static_cast<int>(N)>>(
      softmark::eager::Reduction::stddev, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}

template <class E, class EVS = softmark::eager::NoOptions, XTL_REQUIRES(is_reducer_options<EVS>)>
requires softmark::eager::Reducible<E, EVS>
inline decltype(auto) count_nonzero(E&& e, EVS = EVS()) {
  return softmark::eager::reduce<softmark::eager::ReducedArray<
      void, E, softmark::eager::Reduction::count_nonzero, EVS, softmark::eager::everything>>(
      softmark::eager::Reduction::count_nonzero, softmark::eager::operand(e),
      softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class E, class X, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(xtl::negation<is_reducer_options<X>>, xtl::negation<xtl::is_integral<X>>)>
requires softmark::eager::Reducible<E, EVS>
inline decltype(auto) count_nonzero(E&& e, X&& axes, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<void, E, softmark::eager::Reduction::count_nonzero,
                                              EVS, axis_count<Bare<X>>>>(
      softmark::eager::Reduction::count_nonzero, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class E, class X, class EVS = softmark::eager::NoOptions,
          XTL_REQUIRES(xtl::negation<is_reducer_options<X>>, xtl::is_integral<X>)>
requires softmark::eager::Reducible<E, EVS>
inline decltype(auto) count_nonzero(E&& e, X axis, EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<
      softmark::eager::ReducedArray<void, E, softmark::eager::Reduction::count_nonzero, EVS, 1>>(
      softmark::eager::Reduction::count_nonzero, softmark::eager::operand(e),
      softmark::eager::axes_of(axis, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}
template <class E, class I, std::size_t N, class EVS = softmark::eager::NoOptions>
requires softmark::eager::Reducible<E, EVS>
inline decltype(auto) count_nonzero(E&& e, const I (&axes)[N], EVS = EVS()) {
  using namespace softmark::eager;
  return reduce<softmark::eager::ReducedArray<void, E, softmark::eager::Reduction::count_nonzero,
                                              EVS, static_cast<int>(N)>>(
      softmark::eager::Reduction::count_nonzero, softmark::eager::operand(e),
      softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));
}

// The norms of doubles; those of whole numbers are left to xtensor.
#define SOFTMARK_NORM(name, extra)                                                              \
  template <class E, class X, class EVS = softmark::eager::NoOptions,                           \
            XTL_REQUIRES(extra xtl::negation<is_reducer_options<X>>)>                           \
  requires(softmark::eager::Reducible<E, EVS> &&                                                \
           __is_same(softmark::eager::Value<E>, double)) inline decltype(auto)                  \
  name(E&& e, X&& axes, EVS = EVS()) {                                                          \
    using namespace softmark::eager;                                                            \
    return reduce<softmark::eager::ReducedArray<void, E, softmark::eager::Reduction::name, EVS, \
                                                axis_count<Bare<X>>>>(                          \
        softmark::eager::Reduction::name, softmark::eager::operand(e),                          \
        softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));    \
  }                                                                                             \
  template <class E, class EVS = softmark::eager::NoOptions, XTL_REQUIRES(is_xexpression<E>)>   \
  requires(softmark::eager::Reducible<E, EVS> &&                                                \
           __is_same(softmark::eager::Value<E>, double)) inline decltype(auto)                  \
  name(E&& e, EVS = EVS()) {                                                                    \
    return softmark::eager::reduce<softmark::eager::ReducedArray<                               \
        void, E, softmark::eager::Reduction::name, EVS, softmark::eager::everything>>(          \
        softmark::eager::Reduction::name, softmark::eager::operand(e),                          \
        softmark::eager::all_axes(softmark::eager::keeps<softmark::eager::Bare<EVS>>));         \
  }                                                                                             \
  template <class E, class I, std::size_t N, class EVS = softmark::eager::NoOptions>            \
  requires(softmark::eager::Reducible<E, EVS> &&                                                \
           __is_same(softmark::eager::Value<E>, double)) inline decltype(auto)                  \
  name(E&& e, const I(&axes)[N], EVS = EVS()) {                                                 \
    using namespace softmark::eager;                                                            \
    return reduce<softmark::eager::ReducedArray<void, E, softmark::eager::Reduction::name, EVS, \
                                                static_cast<int>(N)>>(                          \
        softmark::eager::Reduction::name, softmark::eager::operand(e),                          \
        softmark::eager::axes_of(axes, softmark::eager::keeps<softmark::eager::Bare<EVS>>));    \
  }
#define SOFTMARK_ALSO is_xexpression<E>,
SOFTMARK_NORM(norm_l1, )
SOFTMARK_NORM(norm_sq, )
SOFTMARK_NORM(norm_linf, )
SOFTMARK_NORM(norm_l2, SOFTMARK_ALSO)
#undef SOFTMARK_ALSO
#undef SOFTMARK_NORM

// ---- running sums, places, order ----

#define SOFTMARK_ACCUMULATION(name, op)                                                       \
  template <class T = void, class E>                                                          \
  requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::op, keep_dims_type>   \
  inline decltype(auto) name(E&& e, std::ptrdiff_t axis) {                                    \
    using namespace softmark::eager;                                                          \
    return accumulate<Plain<ReducedValue<T, E, Reduction::op>, rank_of<E>>>(                  \
        Reduction::op, operand(e), false, axis);                                              \
  }                                                                                           \
  template <class T = void, class E>                                                          \
  requires softmark::eager::CanReduce<T, E, softmark::eager::Reduction::op, keep_dims_type>   \
  inline decltype(auto) name(E&& e) {                                                         \
    using namespace softmark::eager;                                                          \
    return accumulate<Plain<ReducedValue<T, E, Reduction::op>, 1>>(Reduction::op, operand(e), \
                                                                   true, 0);                  \
  }
SOFTMARK_ACCUMULATION(cumsum, sum)
SOFTMARK_ACCUMULATION(cumprod, product)
#undef SOFTMARK_ACCUMULATION

#define SOFTMARK_PLACE(name, op)                                                                 \
  template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class E>                                  \
  requires softmark::eager::Array<E>                                                             \
  inline decltype(auto) name(const xexpression<E>& e) {                                          \
    using namespace softmark::eager;                                                             \
    return arg_reduce<Plain<std::size_t, 0>>(Reduction::op, operand(e.derived_cast()), true, 0); \
  }                                                                                              \
  template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class E>                                  \
  requires softmark::eager::Array<E>                                                             \
  inline decltype(auto) name(const xexpression<E>& e, std::ptrdiff_t axis) {                     \
    using namespace softmark::eager;                                                             \
    constexpr int rank = rank_of < E >> 0 ? rank_of<E> - 1 : rank_of<E>;                         \
    return arg_reduce<Plain<std::size_t, rank>>(Reduction::op, operand(e.derived_cast()), false, \
                                                axis);                                           \
  }
SOFTMARK_PLACE(argmax, largest)
SOFTMARK_PLACE(argmin, smallest)
#undef SOFTMARK_PLACE

#define SOFTMARK_ORDER(name, T, ...)                                                            \
  template <class E>                                                                            \
  requires softmark::eager::Array<E>                                                            \
  inline decltype(auto) name(const xexpression<E>& e,                                           \
                             placeholders::xtuph __VA_OPT__(, ) __VA_ARGS__) {                  \
    using namespace softmark::eager;                                                            \
    return softmark::eager::name<Plain<T, 1>>(operand(e.derived_cast()), true, 0);              \
  }                                                                                             \
  template <class E>                                                                            \
  requires softmark::eager::Array<E>                                                            \
  inline decltype(auto) name(const xexpression<E>& e,                                           \
                             std::ptrdiff_t axis = -1 __VA_OPT__(, ) __VA_ARGS__) {             \
    using namespace softmark::eager;                                                            \
    return softmark::eager::name<Plain<T, rank_of<E>>>(operand(e.derived_cast()), false, axis); \
  }
SOFTMARK_ORDER(sort, Value<E>)
// Overloads with another number of parameters are not compared by their constraints.
#if XTENSOR_VERSION_MINOR >= 25
SOFTMARK_ORDER(argsort, std::size_t, sorting_method = sorting_method::quick)
#else
SOFTMARK_ORDER(argsort, std::size_t)
#endif
#undef SOFTMARK_ORDER

}  // namespace xt
