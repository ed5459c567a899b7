#pragma once
// The classes of arrays and views that the kit has compiled (grader/runtime/arrays/support.cpp): no
// program that uses them instantiates their members.

#include <softmark/eager/arrays.hpp>
#include <softmark/eager/reducers.hpp>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#ifdef SOFTMARK_INSTANCES
#define SOFTMARK_EXTERN
#else
#define SOFTMARK_EXTERN extern
#endif

// An array, and a view on one. Views of constant arrays have no assignments, so their members are
// named.
#define SOFTMARK_ARRAY(T, N) \
  SOFTMARK_EXTERN template class xt::xtensor_container<xt::uvector<T>, N>;
#define SOFTMARK_VIEW(T, N)                                                        \
  SOFTMARK_EXTERN template class xt::xtensor_view<softmark::eager::Elements<T>, N, \
                                                  xt::layout_type::dynamic>;
#define SOFTMARK_CONST_VIEW(T, N)                                                               \
  SOFTMARK_EXTERN template softmark::eager::View<const T, N>::xtensor_view(                     \
      const softmark::eager::Elements<const T>&, const std::array<std::size_t, N>&,             \
      const std::array<std::ptrdiff_t, N>&);                                                    \
  SOFTMARK_EXTERN template softmark::eager::View<const T, N>::xtensor_view(                     \
      const softmark::eager::View<const T, N>&);                                                \
  SOFTMARK_EXTERN template softmark::eager::View<const T, N>::~xtensor_view();                  \
  SOFTMARK_EXTERN template const T& softmark::eager::View<const T, N>::flat(std::size_t);       \
  SOFTMARK_EXTERN template const T& softmark::eager::View<const T, N>::flat(std::size_t) const; \
  SOFTMARK_EXTERN template const T& softmark::eager::View<const T, N>::at_index(                \
      const std::array<std::size_t, N>&);                                                       \
  SOFTMARK_EXTERN template const T& softmark::eager::View<const T, N>::at_index(                \
      const std::array<std::size_t, N>&) const;
#define SOFTMARK_PLAIN(T, N) xt::xtensor_container<xt::uvector<T>, N>
#define SOFTMARK_SEEN(T, N) \
  xt::xtensor_view<softmark::eager::Elements<T>, N, xt::layout_type::dynamic>
// Those that programs have: each class more is one more that every compile looks through.
#define SOFTMARK_LOW_RANKS(macro, T) macro(T, 1) macro(T, 2)
#define SOFTMARK_RANKS(macro, T) SOFTMARK_LOW_RANKS(macro, T) macro(T, 3) macro(T, 4)
SOFTMARK_LOW_RANKS(SOFTMARK_ARRAY, bool)
SOFTMARK_ARRAY(bool, 3)
SOFTMARK_ARRAY(int, 0)
SOFTMARK_LOW_RANKS(SOFTMARK_ARRAY, int)
SOFTMARK_ARRAY(long, 0)
SOFTMARK_LOW_RANKS(SOFTMARK_ARRAY, unsigned long)
SOFTMARK_ARRAY(double, 0)
SOFTMARK_RANKS(SOFTMARK_ARRAY, double)
SOFTMARK_LOW_RANKS(SOFTMARK_VIEW, int)
SOFTMARK_RANKS(SOFTMARK_VIEW, double)
SOFTMARK_LOW_RANKS(SOFTMARK_CONST_VIEW, int)
SOFTMARK_RANKS(SOFTMARK_CONST_VIEW, double)
#ifndef __clang__
// GCC makes what a class inherits anew in each program; clang has it in the precompiled header.
#define SOFTMARK_BASES(T, N)                                                     \
  SOFTMARK_EXTERN template class xt::xexpression<SOFTMARK_PLAIN(T, N)>;          \
  SOFTMARK_EXTERN template class xt::xsharable_expression<SOFTMARK_PLAIN(T, N)>; \
  SOFTMARK_EXTERN template class xt::xsemantic_base<SOFTMARK_PLAIN(T, N)>;       \
  SOFTMARK_EXTERN template class xt::xcontainer_semantic<SOFTMARK_PLAIN(T, N)>;  \
  SOFTMARK_EXTERN template class xt::xcontainer<SOFTMARK_PLAIN(T, N)>;           \
  SOFTMARK_EXTERN template class xt::xstrided_container<SOFTMARK_PLAIN(T, N)>;
SOFTMARK_LOW_RANKS(SOFTMARK_BASES, int)
SOFTMARK_BASES(double, 0)
SOFTMARK_RANKS(SOFTMARK_BASES, double)
#undef SOFTMARK_BASES
#endif
#undef SOFTMARK_RANKS
#undef SOFTMARK_LOW_RANKS
#undef SOFTMARK_CONST_VIEW
#undef SOFTMARK_VIEW
#undef SOFTMARK_ARRAY

// What thin functions do with them.
// clang-format off
#define SOFTMARK_USES(...)                                                                    \
  SOFTMARK_EXTERN template softmark::eager::Operand softmark::eager::operand(const __VA_ARGS__&); \
  SOFTMARK_EXTERN template softmark::eager::Layout softmark::eager::layout_of(const __VA_ARGS__&);
SOFTMARK_USES(SOFTMARK_PLAIN(int, 1))
SOFTMARK_USES(SOFTMARK_PLAIN(int, 2))
SOFTMARK_USES(SOFTMARK_PLAIN(bool, 1))
SOFTMARK_USES(SOFTMARK_PLAIN(bool, 2))
SOFTMARK_USES(SOFTMARK_PLAIN(double, 0))
SOFTMARK_USES(SOFTMARK_PLAIN(double, 1))
SOFTMARK_USES(SOFTMARK_PLAIN(double, 2))
SOFTMARK_USES(SOFTMARK_PLAIN(double, 3))
SOFTMARK_USES(SOFTMARK_PLAIN(double, 4))
SOFTMARK_USES(SOFTMARK_SEEN(double, 1))
SOFTMARK_USES(SOFTMARK_SEEN(double, 2))
SOFTMARK_USES(SOFTMARK_SEEN(double, 3))
SOFTMARK_USES(SOFTMARK_SEEN(const double, 1))
SOFTMARK_USES(SOFTMARK_SEEN(const double, 2))
SOFTMARK_USES(SOFTMARK_SEEN(const double, 3))
SOFTMARK_USES(xt::xarray<double>)
#undef SOFTMARK_USES
#define SOFTMARK_FILLED(N)                                                        \
  SOFTMARK_EXTERN template SOFTMARK_PLAIN(double, N) softmark::eager::filled_as(  \
      const std::size_t (&)[N], const softmark::eager::Operand&);                 \
  SOFTMARK_EXTERN template SOFTMARK_PLAIN(double, N) softmark::eager::filled_like( \
      const SOFTMARK_PLAIN(double, N)&, const softmark::eager::Operand&);
SOFTMARK_FILLED(1)
SOFTMARK_FILLED(2)
SOFTMARK_FILLED(3)
#undef SOFTMARK_FILLED
#define SOFTMARK_AT_PLACES(rank, ...) \
  SOFTMARK_EXTERN template auto softmark::eager::at_places<rank>(__VA_ARGS__, const softmark::eager::Layout&);
SOFTMARK_AT_PLACES(1, SOFTMARK_PLAIN(double, 1)&)
SOFTMARK_AT_PLACES(1, const SOFTMARK_PLAIN(double, 1)&)
SOFTMARK_AT_PLACES(2, SOFTMARK_PLAIN(double, 1)&)
SOFTMARK_AT_PLACES(2, const SOFTMARK_PLAIN(double, 1)&)
SOFTMARK_AT_PLACES(1, SOFTMARK_PLAIN(double, 2)&)
SOFTMARK_AT_PLACES(1, const SOFTMARK_PLAIN(double, 2)&)
SOFTMARK_AT_PLACES(2, SOFTMARK_PLAIN(double, 2)&)
SOFTMARK_AT_PLACES(2, const SOFTMARK_PLAIN(double, 2)&)
SOFTMARK_AT_PLACES(2, SOFTMARK_PLAIN(double, 2)&&)
SOFTMARK_AT_PLACES(1, SOFTMARK_PLAIN(double, 3)&)
SOFTMARK_AT_PLACES(1, const SOFTMARK_PLAIN(double, 3)&)
SOFTMARK_AT_PLACES(2, SOFTMARK_PLAIN(double, 3)&)
SOFTMARK_AT_PLACES(2, const SOFTMARK_PLAIN(double, 3)&)
#undef SOFTMARK_AT_PLACES
// Where the slices of xt::strided_view lead: in the kit alone, as eager/shape_type.hpp explains.
#ifdef SOFTMARK_INSTANCES
#define SOFTMARK_MEMBER template
#else
#define SOFTMARK_MEMBER \
  template <>           \
  template <>
#endif
#define SOFTMARK_SLICES(Template, ...)                                                      \
  SOFTMARK_MEMBER void                                                                      \
  xt::detail::strided_view_args<xt::detail::no_adj_strides_policy>::fill_args(              \
      const Template<std::size_t __VA_ARGS__>&, const Template<std::ptrdiff_t __VA_ARGS__>&, \
      std::size_t, xt::layout_type, const xt::xstrided_slice_vector&);
SOFTMARK_SLICES(std::array, , 1)
SOFTMARK_SLICES(std::array, , 2)
SOFTMARK_SLICES(std::array, , 3)
SOFTMARK_SLICES(std::array, , 4)
SOFTMARK_SLICES(xt::dynamic_shape)
#undef SOFTMARK_SLICES
#undef SOFTMARK_MEMBER
// clang-format on

// What the kit alone defines. A declaration as specialised keeps clang from noting each for every
// program to instantiate at its end; grader/runtime/arrays/instances.cpp has the definitions.
#if defined(__clang__) && !defined(SOFTMARK_INSTANCES)
namespace softmark::eager {
#define SOFTMARK_MADE(...)                                             \
  template <>                                                          \
  __VA_ARGS__ unary(Unary, const Operand&);                            \
  template <>                                                          \
  __VA_ARGS__ binary(Binary, Element, const Operand&, const Operand&); \
  template <>                                                          \
  __VA_ARGS__ converted(const Operand&);                               \
  template <>                                                          \
  __VA_ARGS__ reduce(Reduction, const Operand&, const Axes&);          \
  template <>                                                          \
  __VA_ARGS__ filled(const std::size_t*, std::size_t, const Operand&);
#define SOFTMARK_CHANGED(...)                \
  template <>                                \
  void assign(__VA_ARGS__&, const Operand&); \
  template <>                                \
  void update(Binary, Element, __VA_ARGS__&, const Operand&);
SOFTMARK_MADE(Plain<double, 0>)
SOFTMARK_MADE(Plain<double, 1>)
SOFTMARK_MADE(Plain<double, 2>)
SOFTMARK_MADE(Plain<double, 3>)
SOFTMARK_CHANGED(Plain<double, 1>)
SOFTMARK_CHANGED(Plain<double, 2>)
SOFTMARK_CHANGED(View<double, 1>)
SOFTMARK_CHANGED(View<double, 2>)
#undef SOFTMARK_CHANGED
#undef SOFTMARK_MADE
template <>
Plain<bool, 2> binary(Binary, Element, const Operand&, const Operand&);
template <>
Plain<double, 4> filled(const std::size_t*, std::size_t, const Operand&);
template <>
Plain<int, 1> filled(const std::size_t*, std::size_t, const Operand&);
template <>
Plain<int, 2> filled(const std::size_t*, std::size_t, const Operand&);
template <>
Plain<double, 2> select(const Operand&, const Operand&, const Operand&);
template <>
Plain<double, 2> join(Join, const Operand*, std::size_t, std::size_t);
template <>
Plain<double, 2> picked(const Operand&, std::initializer_list<Slice>);
template <>
Plain<unsigned long, 1> arg_reduce(Reduction, const Operand&, bool, std::ptrdiff_t);
template <>
xt::xarray<double> broadcast(const Operand&, const std::size_t*, std::size_t);
template <>
void assign(xt::xarray<double>&, const Operand&);
template <>
void assign(Plain<int, 1>&, const Operand&);
template <>
void assign(Plain<int, 2>&, const Operand&);
#define SOFTMARK_SHOWN(T, N)                            \
  template <>                                           \
  View<T, N> make_view(xt::uvector<T>&, const Layout&); \
  template <>                                           \
  View<const T, N> make_view(const xt::uvector<T>&, const Layout&);
SOFTMARK_SHOWN(int, 1)
SOFTMARK_SHOWN(int, 2)
SOFTMARK_SHOWN(double, 1)
SOFTMARK_SHOWN(double, 2)
#undef SOFTMARK_SHOWN
template <>
std::vector<std::array<std::size_t, 2>> places_of_nonzero(const Operand&);
}  // namespace softmark::eager
#endif

SOFTMARK_EXTERN
template softmark::eager::Axes softmark::eager::axes_of(const int (&)[1], bool, std::size_t);
SOFTMARK_EXTERN template softmark::eager::Axes softmark::eager::axes_of(const int&, bool,
                                                                        std::size_t);
SOFTMARK_EXTERN template softmark::eager::ShapeList softmark::eager::shape_list(
    const std::size_t (&)[1]);
SOFTMARK_EXTERN template softmark::eager::ShapeList softmark::eager::shape_list(
    const std::size_t (&)[2]);
SOFTMARK_EXTERN template softmark::eager::ShapeList softmark::eager::shape_list(
    const std::size_t (&)[3]);
SOFTMARK_EXTERN template softmark::eager::ShapeList softmark::eager::shape_list(
    const std::array<std::size_t, 2>&);
SOFTMARK_EXTERN template softmark::eager::Slice softmark::eager::slice_of(int);
SOFTMARK_EXTERN template softmark::eager::Slice softmark::eager::slice_of(long);
SOFTMARK_EXTERN template softmark::eager::Slice softmark::eager::slice_of(unsigned long);
SOFTMARK_EXTERN template softmark::eager::Slice softmark::eager::slice_of(
    const xt::xrange_adaptor<long, long, xt::placeholders::xtuph>&);

// Of the standard library, what arrays and programs use most.
SOFTMARK_EXTERN template class std::vector<double>;
SOFTMARK_EXTERN template class std::vector<int>;
SOFTMARK_EXTERN template class std::vector<std::size_t>;
SOFTMARK_EXTERN template class std::vector<std::vector<double>>;
SOFTMARK_EXTERN template class std::vector<xt::xtensor<double, 1>>;
SOFTMARK_EXTERN template class std::vector<xt::xtensor<double, 2>>;
SOFTMARK_EXTERN template class std::basic_string<char>;
#undef SOFTMARK_EXTERN
