#pragma once
// xt::linalg::dot with checked shapes, for arrays, views and lazy expressions of any storage order.
//
// The products are computed by functions that are compiled once, with the kit.

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
/// The same for any number of axes: the last one of `a` meets the last but one of `b`, or its only
/// one, and the others of both are left, in their order. One without axes is a factor.
xt::xarray<double> dot(const xt::xarray<double>& a, const xt::xarray<double>& b);

/// How many axes the product of arrays of these ranks has; `dynamic` where no plain array has so
/// many.
constexpr int dot_rank(int a, int b) {
  if (a == eager::dynamic || b == eager::dynamic) return eager::dynamic;
  const int left = a == 0 || b == 0 ? a + b : a + b - 2;
  return left > eager::highest_rank ? eager::dynamic : left;
}

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
  namespace eager = softmark::eager;
  constexpr int left = eager::rank_of<A>, right = eager::rank_of<B>;
  if constexpr ((left == 1 || left == 2) && (right == 1 || right == 2)) {
    return sd::dot(sd::evaluated(a), sd::evaluated(b));
  } else {
    using Any = xt::xarray<double>;
    return eager::Plain<double, sd::dot_rank(left, right)>(sd::dot(Any(a), Any(b)));
  }
}

}  // namespace xt::linalg
