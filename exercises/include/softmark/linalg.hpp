#pragma once
// The part of xt::linalg that is here, besides dot: computed at once, in doubles, by functions that
// are compiled once, with the kit. Names, parameters and results are those of xtensor-blas; what
// does not fit throws std::invalid_argument, naming the shapes.

#include <softmark/dot.hpp>

#include <cstddef>
#include <vector>

namespace softmark::detail {

using AnyArray = xt::xarray<double>;

double norm(const AnyArray& a);
double vdot(const AnyArray& a, const AnyArray& b);
Matrix outer(const AnyArray& a, const AnyArray& b);
AnyArray tensordot(const AnyArray& a, const AnyArray& b, std::size_t axes);
AnyArray tensordot(const AnyArray& a, const AnyArray& b, const std::vector<std::size_t>& axes_of_a,
                   const std::vector<std::size_t>& axes_of_b);

/// The elements of `e` as doubles, of a rank that is known at run time only.
template <class E>
AnyArray as_any(const xt::xexpression<E>& e) {
  return eager::converted<AnyArray>(eager::operand(e.derived_cast()));
}

}  // namespace softmark::detail

namespace xt::linalg {

/// The 2-norm of a vector, the Frobenius norm of a matrix.
template <class E>
requires softmark::eager::Array<E>
double norm(const xexpression<E>& vec) {
  return softmark::detail::norm(softmark::detail::as_any(vec));
}

/// The product of two vectors, as a number.
template <class T, class O>
requires(softmark::eager::Array<T>&& softmark::eager::Array<O>) auto vdot(const xexpression<T>& a,
                                                                          const xexpression<O>& b) {
  return softmark::detail::vdot(softmark::detail::as_any(a), softmark::detail::as_any(b));
}

/// Vectors of lengths n and m: each product of their elements, (n, m).
template <class T, class O>
requires(softmark::eager::Array<T>&& softmark::eager::Array<O>) auto outer(
    const xexpression<T>& a, const xexpression<O>& b) {
  return softmark::detail::outer(softmark::detail::as_any(a), softmark::detail::as_any(b));
}

/// Sums over the last `naxes` axes of one and the first of the other; shape (1) where none is left.
template <class T, class O>
requires(softmark::eager::Array<T>&& softmark::eager::Array<O>) auto tensordot(
    const xexpression<T>& xa, const xexpression<O>& xb, std::size_t naxes = 2) {
  return softmark::detail::tensordot(softmark::detail::as_any(xa), softmark::detail::as_any(xb),
                                     naxes);
}
/// Sums over these axes of each.
template <class T, class O>
requires(softmark::eager::Array<T>&& softmark::eager::Array<O>) auto tensordot(
    const xexpression<T>& xa, const xexpression<O>& xb, const std::vector<std::size_t>& ax_a,
    const std::vector<std::size_t>& ax_b) {
  return softmark::detail::tensordot(softmark::detail::as_any(xa), softmark::detail::as_any(xb),
                                     ax_a, ax_b);
}

}  // namespace xt::linalg
