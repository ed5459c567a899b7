#pragma once
// What xtensor throws where shapes do not go together is compiled once, with the kit.
//
// Only <softmark/xtensor.hpp> includes this, before what calls it.

#if __has_include(<xtensor/utils/xexception.hpp>)
#include <xtensor/utils/xexception.hpp>
#else
#include <xtensor/xexception.hpp>
#endif

#include <cstddef>

namespace softmark::eager {

/// Throws xt::broadcast_error with the message of xtensor.
[[noreturn]] void refuse_shapes(const std::size_t* left, std::size_t left_axes,
                                const std::size_t* right, std::size_t right_axes);

template <class S>
concept Lengths = requires(const S& shape, const std::size_t*& lengths) {
  lengths = shape.data();
  shape.size();
};

}  // namespace softmark::eager

namespace xt {

template <class S1, class S2>
requires softmark::eager::Lengths<S1> && softmark::eager::Lengths<S2>
[[noreturn]] void throw_broadcast_error(const S1& left, const S2& right) {
  softmark::eager::refuse_shapes(left.data(), left.size(), right.data(), right.size());
}

}  // namespace xt
