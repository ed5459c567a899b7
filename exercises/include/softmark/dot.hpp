#pragma once
// xt::linalg::dot with checked shapes, for arrays, views and lazy expressions of any storage order.
//
// The template below matches them exactly, so it is chosen before the dot of xtensor-blas, which
// gives wrong or no results for some views and leaves the shapes out of its messages. The products
// themselves are computed by xtensor-blas, compiled once, with the kit.

#include <softmark/arrays.hpp>

#include <type_traits>

namespace softmark::detail {

/// The matrix product of (n, k) and (k, m): (n, m). These throw std::invalid_argument, naming both
/// shapes, when the inner lengths differ.
Matrix dot(const Matrix& a, const Matrix& b);
/// (n, k) and (k): (n).
Vector dot(const Matrix& a, const Vector& b);
/// (k) and (k, m): (m).
Vector dot(const Vector& a, const Matrix& b);
/// (k) and (k): one element, shape (1), read with `()`, as xtensor-blas returns it.
Vector dot(const Vector& a, const Vector& b);
/// Any of the above for arrays whose rank is known at run time only.
xt::xarray<double> dot(const xt::xarray<double>& a, const xt::xarray<double>& b);

/// The elements of `e` as doubles: `e` itself where it is a plain array of them.
template <class E>
decltype(auto) evaluated(const E& e) {
  if constexpr (!eager::Array<E>) {
    return xt::xarray<double>(e);
  } else {
    using Plain = eager::Plain<double, eager::rank_of<E>>;
    if constexpr (std::is_same_v<E, Plain>) {
      return (e);
    } else {
      return eager::converted<Plain>(eager::operand(e));
    }
  }
}

}  // namespace softmark::detail

namespace xt::linalg {

template <class A, class B>
requires(softmark::eager::Array<A>&& softmark::eager::Array<B>) auto dot(const A& a, const B& b) {
  namespace sd = softmark::detail;
  if constexpr (softmark::eager::rank_of<A> >= 0 && softmark::eager::rank_of<B> >= 0) {
    return sd::dot(sd::evaluated(a), sd::evaluated(b));
  } else {
    return sd::dot(xt::xarray<double>(a), xt::xarray<double>(b));
  }
}

}  // namespace xt::linalg
