#pragma once
// Makes xtensor's own reducers with xt::keep_dims right inside larger expressions.
//
// Reducers of plain arrays are computed at once (eager/reducers.hpp); some, such as those of other
// types of elements, are left to xtensor. There, up to at least 0.27, a lazy
// `xt::amax(x, {0}, xt::keep_dims)` that is one operand of an expression reads the wrong elements.
// The evaluated form is right, so this specialisation of the reducers' options makes keep_dims
// imply it.

#include <softmark/xtensor.hpp>

#include <tuple>
#include <type_traits>

namespace xt {

// Up to 0.25 xtensor takes an svector shape for a fixed rank when compiled as C++20, so that
// evaluating an expression of xt::xarray gives a container of the wrong rank.
template <>
struct detail::xtype_for_shape<dynamic_shape<std::size_t>> {
  template <class T, layout_type L>
  using type = xarray<T, L>;
};
template <>
struct detail::xtype_for_shape<dynamic_shape<std::ptrdiff_t>> {
  template <class T, layout_type L>
  using type = xarray<T, L>;
};

template <class T>
concept lazy_keep_dims = std::is_same_v<std::remove_cvref_t<T>, std::tuple<keep_dims_type>> ||
    std::is_same_v<std::remove_cvref_t<T>,
                   std::tuple<keep_dims_type, evaluation_strategy::lazy_type>>;

template <class R, lazy_keep_dims T>
struct reducer_options<R, T>
    : reducer_options<R, std::tuple<keep_dims_type, evaluation_strategy::immediate_type>> {
  reducer_options() = default;
  explicit reducer_options(const T&) {}

  template <class NR>
  using rebind_t = reducer_options<NR, T>;
};

}  // namespace xt
