#pragma once
// Arrays that are made from nothing or from other arrays, at once.

#include <softmark/eager/elementwise.hpp>
#include <softmark/eager/views.hpp>

#include <vector>

namespace softmark::eager {

template <class S>
ShapeList shape_list(const S& shape) {
  ShapeList list;
  for (const auto length : shape) {
    if (list.rank < 8) list.lengths[list.rank++] = static_cast<std::size_t>(length);
  }
  return list;
}

template <class S>
concept ShapeType = rank_of_shape<S>
<= highest_rank&& requires(const S& shape) { std::begin(shape); };

template <class R, class S>
R filled_as(const S& shape, const Operand& value) {
  const ShapeList list = shape_list(shape);
  return filled<R>(list.lengths, list.rank, value);
}
template <class R, class E>
R filled_like(const E& e, const Operand& value) {
  return filled<R>(e.shape().data(), e.dimension(), value);
}

template <class R, class A, class S>
R in_other_shape(const A& array, const S& shape) {
  std::size_t count = 0;
  const auto lengths = signed_list(shape, count);
  return reshaped<R>(operand(array), lengths.data(), count);
}

template <class T, class... More>
struct JoinedType {
  using type = T;
};
template <class T, class U, class... More>
struct JoinedType<T, U, More...> : JoinedType<Bare<decltype(true ? T() : U())>, More...> {};
/// The plain array in which arrays of types E fit, one behind the other.
template <class... E>
using Joined = typename JoinedType<Value<E>...>::type;
template <class... E>
concept Joinable = (Array<E> && ...) && is_element<Joined<E...>>;

template <class T, int rank, int more, std::size_t N>
auto joined(Join how, const Operand (&parts)[N], std::size_t axis) {
  return join<Plain<T, rank == dynamic ? dynamic : rank + more>>(how, parts, N, axis);
}
template <int more, class... E>
auto joined(Join how, const std::tuple<E...>& parts, std::size_t axis) {
  return std::apply(
      [&](const auto&... part) {
        return joined<Joined<E...>, broadcast_rank<E...>(), more>(how, {Operand(operand(part))...},
                                                                  axis);
      },
      parts);
}
template <class E>
inline constexpr bool stays = false;
template <class E>
inline constexpr bool stays<E&> = TraitsOf<E>::held;

/// What xt::xtuple makes of arrays that stay where they are, and of such that it keeps.
template <class T, int array_rank, std::size_t N>
struct Parts {
  Operand operands[N];
  bool is_kept[N] = {};
  Plain<T, array_rank> kept[N];

  template <class E>
  void add(std::size_t i, E& array) {
    operands[i] = operand(array);
  }
  void add(std::size_t i, Plain<T, array_rank>&& array) {
    is_kept[i] = true;
    kept[i] = static_cast<Plain<T, array_rank>&&>(array);
  }
  const Operand (&all())[N] {
    for (std::size_t i = 0; i < N; ++i)
      if (is_kept[i]) operands[i] = operand(kept[i]);
    return operands;
  }
};
template <class E, class... All>
inline constexpr bool fits_parts = stays<E> ||
                                   __is_same(E, Plain<Joined<All...>, broadcast_rank<All...>()>);

/// The elements of `e` in one row, in a new shape in which one length may be -1.
template <int rank, class E, class S>
auto in_new_shape(E&& e, const S& shape) {
  std::size_t count = 0;
  const auto lengths = signed_list(shape, count);
  using A = Bare<E>;
  if constexpr (!__is_same(E, std::remove_reference_t<E>) && rank >= 0 && rank_of<E> >= 0 &&
                __is_same(A, Plain<Value<A>, rank_of<A>>)) {
    return at_places<rank>(e, in_shape(layout_of(e), lengths.data(), count));
  } else {
    return reshaped<Plain<Value<A>, rank>>(operand(e), lengths.data(), count);
  }
}

}  // namespace softmark::eager

namespace xt {

#define SOFTMARK_BUILDER(name, value)                                                             \
  template <class T, class S>                                                                     \
  requires(softmark::eager::is_element<T> && softmark::eager::ShapeType<S>) inline decltype(auto) \
  name(S shape) {                                                                                 \
    using namespace softmark::eager;                                                              \
    return filled_as<Plain<T, rank_of_shape<S>>>(shape, operand(T(value)));                       \
  }                                                                                               \
  template <class T, class I, std::size_t L>                                                      \
  requires(softmark::eager::is_element<T> &&                                                      \
           L <= softmark::eager::highest_rank) inline decltype(auto)                              \
  name(const I(&shape)[L]) {                                                                      \
    using namespace softmark::eager;                                                              \
    return filled_as<Plain<T, static_cast<int>(L)>>(shape, operand(T(value)));                    \
  }
SOFTMARK_BUILDER(zeros, 0)
SOFTMARK_BUILDER(ones, 1)
#undef SOFTMARK_BUILDER

template <class E>
requires softmark::eager::TraitsOf<E>::held inline decltype(auto) full_like(
    const xexpression<E>& e, typename E::value_type fill_value) {
  using namespace softmark::eager;
  return filled_like<Plain<Value<E>, rank_of<E>>>(e.derived_cast(), operand(Value<E>(fill_value)));
}
template <class E>
requires softmark::eager::TraitsOf<E>::held inline decltype(auto) zeros_like(
    const xexpression<E>& e) {
  return full_like(e, softmark::eager::Value<E>(0));
}
template <class E>
requires softmark::eager::TraitsOf<E>::held inline decltype(auto) ones_like(
    const xexpression<E>& e) {
  return full_like(e, softmark::eager::Value<E>(1));
}

template <class T, class S = T>
requires(softmark::eager::is_element<T>&& softmark::eager::is_number<S>) inline decltype(auto)
    arange(T start, T stop, S step = 1) {
  using namespace softmark::eager;
  const double count = std::ceil((static_cast<double>(stop) - static_cast<double>(start)) /
                                 static_cast<double>(step));
  return steps<Plain<T, 1>>(operand(start), operand(static_cast<double>(step)),
                            count > 0 ? static_cast<std::size_t>(count) : 0);
}
template <class T>
requires softmark::eager::is_element<T>
inline decltype(auto) arange(T stop) { return arange<T>(T(0), stop, T(1)); }

template <class... CT>
requires softmark::eager::Joinable<CT...>
inline decltype(auto) concatenate(std::tuple<CT...>&& t, std::size_t axis = 0) {
  return softmark::eager::joined<0>(softmark::eager::Join::concatenate, t, axis);
}
template <class... CT>
requires(softmark::eager::Joinable<CT...> &&
         ((softmark::eager::rank_of<CT> < softmark::eager::highest_rank) &&
          ...)) inline decltype(auto) stack(std::tuple<CT...>&& t, std::size_t axis = 0) {
  return softmark::eager::joined<1>(softmark::eager::Join::stack, t, axis);
}
template <class... CT>
requires softmark::eager::Joinable<CT...>
inline decltype(auto) hstack(std::tuple<CT...>&& t) {
  return softmark::eager::joined<0>(softmark::eager::Join::hstack, t, 0);
}
template <class... CT>
requires softmark::eager::Joinable<CT...>
inline decltype(auto) vstack(std::tuple<CT...>&& t) {
  constexpr int rank = softmark::eager::broadcast_rank<CT...>();
  return softmark::eager::joined < rank == 1 ? 1 : 0 > (softmark::eager::Join::vstack, t, 0);
}

template <class... Types>
requires(softmark::eager::Joinable<Types...> &&
         (softmark::eager::fits_parts<Types, Types...> && ...)) inline decltype(auto)
    xtuple(Types&&... args) {
  using namespace softmark::eager;
  Parts<Joined<Types...>, broadcast_rank<Types...>(), sizeof...(Types)> parts;
  std::size_t i = 0;
  (parts.add(i++, static_cast<Types&&>(args)), ...);
  return parts;
}
template <class T, int rank, std::size_t N>
inline decltype(auto) concatenate(softmark::eager::Parts<T, rank, N>&& t, std::size_t axis = 0) {
  return softmark::eager::joined<T, rank, 0>(softmark::eager::Join::concatenate, t.all(), axis);
}
template <class T, int rank, std::size_t N>
requires(rank < softmark::eager::highest_rank) inline decltype(auto)
    stack(softmark::eager::Parts<T, rank, N>&& t, std::size_t axis = 0) {
  return softmark::eager::joined<T, rank, 1>(softmark::eager::Join::stack, t.all(), axis);
}
template <class T, int rank, std::size_t N>
inline decltype(auto) hstack(softmark::eager::Parts<T, rank, N>&& t) {
  return softmark::eager::joined<T, rank, 0>(softmark::eager::Join::hstack, t.all(), 0);
}
template <class T, int rank, std::size_t N>
inline decltype(auto) vstack(softmark::eager::Parts<T, rank, N>&& t) {
  return softmark::eager::joined<T, rank, (rank == 1 ? 1 : 0)>(softmark::eager::Join::vstack,
                                                               t.all(), 0);
}

// A whole array in another shape is a view, anything else a copy.
template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class E, class I, std::size_t N>
requires(softmark::eager::Array<E>&& L == layout_type::row_major &&
         N <= softmark::eager::highest_rank) inline decltype(auto)
    reshape_view(E&& e, const I (&shape)[N]) {
  using namespace softmark::eager;
  return in_new_shape<static_cast<int>(N)>(static_cast<E&&>(e), shape);
}
template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class E, class S>
requires(softmark::eager::Array<E>&& L == layout_type::row_major &&
         softmark::eager::ShapeType<softmark::eager::Bare<S>>) inline decltype(auto)
    reshape_view(E&& e, S&& shape) {
  using namespace softmark::eager;
  return in_new_shape<rank_of_shape<softmark::eager::Bare<S>>>(static_cast<E&&>(e), shape);
}
template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class E>
requires(softmark::eager::Array<E>&& L == layout_type::row_major) inline decltype(auto)
    ravel(E&& e) {
  const std::ptrdiff_t whole[] = {-1};
  return softmark::eager::in_new_shape<1>(static_cast<E&&>(e), whole);
}
template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class E>
requires(softmark::eager::Array<E>&& L == layout_type::row_major) inline decltype(auto)
    flatten(E&& e) {
  const std::ptrdiff_t whole[] = {-1};
  return softmark::eager::in_new_shape<1>(static_cast<E&&>(e), whole);
}

template <class E, class S>
requires(softmark::eager::Array<E>&& softmark::eager::ShapeType<S>) inline decltype(auto)
    broadcast(E&& e, const S& s) {
  using namespace softmark::eager;
  const ShapeList list = shape_list(s);
  return softmark::eager::broadcast<Plain<Value<E>, rank_of_shape<S>>>(operand(e), list.lengths,
                                                                       list.rank);
}
template <class E, class I, std::size_t L>
requires(softmark::eager::Array<E>&& L <= softmark::eager::highest_rank) inline decltype(auto)
    broadcast(E&& e, const I (&s)[L]) {
  using namespace softmark::eager;
  const ShapeList list = shape_list(s);
  return softmark::eager::broadcast<Plain<Value<E>, static_cast<int>(L)>>(operand(e), list.lengths,
                                                                          list.rank);
}

}  // namespace xt
