#pragma once
// Views on plain arrays: xt::view, row, col, transpose and their like.
//
// Whatever the slices, a view is a View<T, N>, and where its elements lie is computed in the kit.
// A view of a temporary array is a plain array, since nobody else can see that array.

#include <softmark/eager/kernels.hpp>

#include <array>
#include <utility>
#include <vector>

namespace softmark::eager {

/// Where the elements of a view lie in their array.
struct Layout {
  static constexpr std::size_t most = 8;  ///< axes
  std::size_t offset = 0;                 ///< of the first element, in elements
  unsigned rank = 0;
  std::size_t shape[most] = {};
  std::ptrdiff_t strides[most] = {};
};

/// One argument of xt::view.
struct Slice {
  enum class Kind : unsigned char { all, index, range, new_axis, ellipsis, places };
  struct Range {
    std::ptrdiff_t start;
    std::ptrdiff_t step;
    std::size_t count;
  };
  Kind kind = Kind::all;
  std::ptrdiff_t index = 0;     ///< from the end when negative
  const void* slice = nullptr;  ///< an xrange_adaptor, or what xt::keep or xt::drop gave
  Range (*range)(const void* slice, std::size_t length) = nullptr;
  std::vector<std::size_t> (*places)(const void* slice, std::size_t length) = nullptr;
};

template <class S>
inline constexpr bool is_range = false;
template <class A, class B, class C>
inline constexpr bool is_range<xt::xrange_adaptor<A, B, C>> = true;

template <class S>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<xt::xkeep_slice<T>> = true;
template <class T>
inline constexpr bool is_list<xt::xdrop_slice<T>> = true;

/// Slices that leave a view regular.
template <class S>
concept Sliceable = is_number<Bare<S>> || __is_same(Bare<S>, xt::xall_tag) ||
                    __is_same(Bare<S>, xt::xnewaxis_tag) ||
                    __is_same(Bare<S>, xt::xellipsis_tag) || is_range<Bare<S>>;

template <class I>
requires is_number<I> Slice slice_of(I index) {
  return {Slice::Kind::index, static_cast<std::ptrdiff_t>(index)};
}
Slice slice_of(xt::xall_tag);
Slice slice_of(xt::xnewaxis_tag);
Slice slice_of(xt::xellipsis_tag);
template <class A, class B, class C>
Slice slice_of(const xt::xrange_adaptor<A, B, C>& range) {
  return {Slice::Kind::range, 0, &range, [](const void* slice, std::size_t length) {
            const auto on_axis =
                static_cast<const xt::xrange_adaptor<A, B, C>*>(slice)->get(length);
            return Slice::Range{static_cast<std::ptrdiff_t>(on_axis(0)),
                                static_cast<std::ptrdiff_t>(on_axis.step_size()),
                                static_cast<std::size_t>(on_axis.size())};
          }};
}
template <class S>
requires is_list<S> Slice slice_of(const S& list) {
  return {Slice::Kind::places, 0, &list, nullptr, [](const void* slice, std::size_t length) {
            S on_axis = *static_cast<const S*>(slice);
            on_axis.normalize(length);
            std::vector<std::size_t> places;
            for (std::size_t i = 0; i < static_cast<std::size_t>(on_axis.size()); ++i)
              places.push_back(
                  static_cast<std::size_t>(on_axis(static_cast<typename S::size_type>(i))));
            return places;
          }};
}

/// How many axes `slices` add to those of the array.
template <class... S>
constexpr int added_axes() {
  return (0 + ... + (is_number<Bare<S>> ? -1 : __is_same(Bare<S>, xt::xnewaxis_tag) ? 1 : 0));
}
/// How many axes `slices` take.
template <class... S>
constexpr int taken_axes() {
  return (0 + ... +
          (__is_same(Bare<S>, xt::xnewaxis_tag) || __is_same(Bare<S>, xt::xellipsis_tag) ? 0 : 1));
}

/// Arrays that own their elements, and views on them.
template <class A>
struct Viewed {
  static constexpr bool possible = false;
};
template <class A>
inline constexpr bool is_constant = false;
template <class A>
inline constexpr bool is_constant<const A> = true;

/// The rank after so many axes are added.
template <class E, int added>
inline constexpr int viewed_rank = rank_of<E> == dynamic ? dynamic : rank_of<E> + added;
template <class E>
concept Viewable = Viewed<std::remove_reference_t<E>>::possible;
template <class E, int added>
concept ViewableBy = Viewable<E> && viewed_rank<E, added>
>= dynamic&& rank_of<E> + added <= highest_rank;
template <class E, class... S>
concept SlicesFit = (rank_of<E> == dynamic || taken_axes<S...>() <= rank_of<E>);
template <class E, class... S>
concept Sliced = (Sliceable<S> && ...) && ViewableBy<E, added_axes<S...>()>&& SlicesFit<E, S...>;
/// With lists of places a view is not regular. Where nobody could assign to it, a copy serves.
template <class E, class... S>
concept Picked =
    !(Sliceable<S> && ...) && ((Sliceable<S> || is_list<Bare<S>>)&&...) &&
    ViewableBy<E, added_axes<S...>()> && SlicesFit<E, S...> &&
    (is_constant<std::remove_reference_t<E>> || __is_same(E, std::remove_reference_t<E>));
/// The type of a view on A with so many axes, and where the elements of A are.
template <class T, std::size_t M>
requires is_element<T>
struct Viewed<xt::xtensor<T, M>> {
  static constexpr bool possible = true;
  template <int rank>
  using type = View<T, static_cast<std::size_t>(rank)>;
  static auto& owner(xt::xtensor<T, M>& array) { return array.storage(); }
  static std::size_t offset(const xt::xtensor<T, M>&) { return 0; }
};
template <class T, std::size_t M>
requires is_element<T>
struct Viewed<const xt::xtensor<T, M>> {
  static constexpr bool possible = true;
  template <int rank>
  using type = View<const T, static_cast<std::size_t>(rank)>;
  static const auto& owner(const xt::xtensor<T, M>& array) { return array.storage(); }
  static std::size_t offset(const xt::xtensor<T, M>&) { return 0; }
};
template <class T, std::size_t M>
struct Viewed<View<T, M>> {
  static constexpr bool possible = true;
  template <int rank>
  using type = View<T, static_cast<std::size_t>(rank)>;
  static auto& owner(const View<T, M>& view) { return view.storage().owner(); }
  static std::size_t offset(const View<T, M>& view) { return view.storage().offset(); }
};
template <class T, std::size_t M>
struct Viewed<const View<T, M>> : Viewed<View<T, M>> {};
template <class T>
requires is_element<T>
struct Viewed<xt::xarray<T>> {
  static constexpr bool possible = true;
  template <int>
  using type = DynamicView<xt::xarray<T>&>;
  static auto& owner(xt::xarray<T>& array) { return array; }
  static std::size_t offset(const xt::xarray<T>&) { return 0; }
};
template <class T>
requires is_element<T>
struct Viewed<const xt::xarray<T>> {
  static constexpr bool possible = true;
  template <int>
  using type = DynamicView<const xt::xarray<T>&>;
  static const auto& owner(const xt::xarray<T>& array) { return array; }
  static std::size_t offset(const xt::xarray<T>&) { return 0; }
};
/// Of a view on an xt::xarray.
template <class A>
requires(Viewed<std::remove_reference_t<A>>::possible&& rank_of<A> ==
         dynamic) struct Viewed<DynamicView<A>> {
  static constexpr bool possible = true;
  template <int>
  using type = DynamicView<A>;
  static A owner(const DynamicView<A>& view) { return const_cast<A>(view.expression()); }
  static std::size_t offset(const DynamicView<A>& view) { return view.data_offset(); }
};
template <class A>
requires(Viewed<DynamicView<A>>::possible) struct Viewed<const DynamicView<A>>
    : Viewed<DynamicView<A>> {
};

Layout layout(std::size_t offset, const Operand& array);

// All throw std::invalid_argument or std::out_of_range, naming the function and the shape, where
// the array has no such axis or place.
Layout sliced(const Layout& array, std::initializer_list<Slice> slices);
Layout transposed(const Layout& array, const std::ptrdiff_t* permutation, std::size_t count);
Layout transposed(const Layout& array);
Layout expanded(const Layout& array, std::size_t axis);
Layout flipped(const Layout& array, std::size_t axis);
/// The places of a whole array in another shape, or in one row.
Layout in_shape(const Layout& array, const std::ptrdiff_t* shape, std::size_t rank);

/// V is a View on `owner`.
template <class V>
V make_view(typename V::storage_type::owner_type& owner, const Layout& places);
/// V is a DynamicView on `array`.
template <class V, class A>
V make_dynamic_view(A& array, const Layout& places) {
  return V(array, typename V::shape_type(places.shape, places.shape + places.rank),
           typename V::strides_type(places.strides, places.strides + places.rank), places.offset,
           xt::layout_type::dynamic);
}
/// A copy of the elements at lists of places.
template <class R>
R picked(const Operand& array, std::initializer_list<Slice> slices);

/// The elements of `e` at these places: a view, or an array where `e` is about to vanish.
template <int rank, class E>
auto at_places(E&& e, const Layout& places) {
  using A = std::remove_reference_t<E>;
  using V = typename Viewed<A>::template type<rank>;
  constexpr bool vanishes = __is_same(E, A) && __is_same(Bare<A>, Plain<Value<A>, rank_of<A>>);
  if constexpr (rank_of<E> == dynamic) {
    const V view = make_dynamic_view<V>(Viewed<A>::owner(e), places);
    if constexpr (vanishes) {
      return converted<Plain<Value<A>, rank>>(operand(view));
    } else {
      return view;
    }
  } else if constexpr (vanishes) {
    return converted<Plain<Value<A>, rank>>(operand(make_view<V>(Viewed<A>::owner(e), places)));
  } else {
    return make_view<V>(Viewed<A>::owner(e), places);
  }
}

template <class E>
Layout layout_of(const E& e) {
  return layout(Viewed<E>::offset(e), operand(e));
}

/// The numbers of a list, signed.
template <class S>
std::array<std::ptrdiff_t, Layout::most> signed_list(const S& list, std::size_t& count) {
  std::array<std::ptrdiff_t, Layout::most> numbers{};
  count = 0;
  for (const auto each : list) {
    if (count < numbers.size()) numbers[count] = static_cast<std::ptrdiff_t>(each);
    ++count;
  }
  return numbers;
}

}  // namespace softmark::eager

namespace xt {

template <class E, class... S>
requires softmark::eager::Sliced<E, S...>
inline decltype(auto) view(E&& e, S&&... slices) {
  using namespace softmark::eager;
  return at_places<viewed_rank<E, added_axes<S...>()>>(static_cast<E&&>(e),
                                                       sliced(layout_of(e), {slice_of(slices)...}));
}
template <class E, class... S>
requires softmark::eager::Picked<E, S...>
inline decltype(auto) view(E&& e, S&&... slices) {
  using namespace softmark::eager;
  return picked<Plain<Value<E>, viewed_rank<E, added_axes<S...>()>>>(operand(e),
                                                                     {slice_of(slices)...});
}

template <class E>
requires(softmark::eager::Viewable<E> &&
         (softmark::eager::rank_of<E> == 2 ||
          softmark::eager::rank_of<E> == softmark::eager::dynamic)) inline decltype(auto)
    row(E&& e, std::ptrdiff_t index) {
  using namespace softmark::eager;
  return at_places<viewed_rank<E, -1>>(
      static_cast<E&&>(e), sliced(layout_of(e), {slice_of(index), slice_of(xt::all())}));
}

template <class E>
requires(softmark::eager::Viewable<E> &&
         (softmark::eager::rank_of<E> == 2 ||
          softmark::eager::rank_of<E> == softmark::eager::dynamic)) inline decltype(auto)
    col(E&& e, std::ptrdiff_t index) {
  using namespace softmark::eager;
  return at_places<viewed_rank<E, -1>>(
      static_cast<E&&>(e), sliced(layout_of(e), {slice_of(xt::all()), slice_of(index)}));
}

template <class E>
requires softmark::eager::Viewable<E>
inline decltype(auto) transpose(E&& e) {
  using namespace softmark::eager;
  return at_places<rank_of<E>>(static_cast<E&&>(e), transposed(layout_of(e)));
}

template <class E, class S, class Tag = check_policy::none>
requires softmark::eager::Viewable<E> && requires(S& list) { std::begin(list); }
inline decltype(auto) transpose(E&& e, S&& permutation, Tag = Tag()) {
  using namespace softmark::eager;
  std::size_t count = 0;
  const auto axes = signed_list(permutation, count);
  return at_places<rank_of<E>>(static_cast<E&&>(e), transposed(layout_of(e), axes.data(), count));
}

template <class E, class I, std::size_t N, class Tag = check_policy::none>
requires softmark::eager::Viewable<E>
inline decltype(auto) transpose(E&& e, const I (&permutation)[N], Tag = Tag()) {
  using namespace softmark::eager;
  std::size_t count = 0;
  const auto axes = signed_list(permutation, count);
  return at_places<rank_of<E>>(static_cast<E&&>(e), transposed(layout_of(e), axes.data(), count));
}

template <class E>
requires softmark::eager::ViewableBy<E, 1>
inline decltype(auto) expand_dims(E&& e, std::size_t axis) {
  using namespace softmark::eager;
  return at_places<viewed_rank<E, 1>>(static_cast<E&&>(e), expanded(layout_of(e), axis));
}

template <class E>
requires softmark::eager::Viewable<E>
inline decltype(auto) flip(E&& e, std::size_t axis) {
  using namespace softmark::eager;
  return at_places<rank_of<E>>(static_cast<E&&>(e), flipped(layout_of(e), axis));
}

// In C++20 there is a second to_array, so that xtensor's own does not compile.
template <class E, std::size_t L>
requires(L > 0) inline auto index_view(E&& e, const xindex (&indices)[L]) noexcept {
  return xindex_view<xclosure_t<E>, std::array<xindex, L>>(static_cast<E&&>(e),
                                                           std::to_array(indices));
}

// xtensor up to 0.25 takes a pointer that has a name for a container, too.
template <layout_type L = XTENSOR_DEFAULT_LAYOUT, class T, class S>
inline auto adapt(T*& pointer, const S& shape) {
  return adapt<L>(static_cast<T*>(pointer), shape);
}
template <layout_type L = XTENSOR_DEFAULT_LAYOUT, class T, std::size_t... N>
inline auto adapt(T*& pointer, const fixed_shape<N...>& shape) {
  return adapt<L>(static_cast<T*>(pointer), shape);
}
template <layout_type L = XTENSOR_DEFAULT_LAYOUT, class T, class I, std::size_t N>
inline auto adapt(T*& pointer, const I (&shape)[N]) {
  return adapt<L>(static_cast<T*>(pointer), shape);
}

}  // namespace xt
