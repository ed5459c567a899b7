#pragma once
// The part of xt::linalg that is here, besides dot: computed at once, in doubles, by functions that
// are compiled once, with the kit. Names, parameters and results are those of xtensor-blas; what
// does not fit throws std::invalid_argument, naming the shapes. Decompositions (svd, qr, eigh, ...)
// are not here: they need LAPACK.

#include <softmark/dot.hpp>

#include <cstddef>
#include <vector>

namespace xt::linalg {
/// Norms that have a name.
enum class normorder { frob, nuc, inf, neg_inf };
}  // namespace xt::linalg

namespace softmark::detail {

using AnyArray = xt::xarray<double>;

double norm(const AnyArray& a);
double norm(const AnyArray& a, int order);
double norm(const AnyArray& a, xt::linalg::normorder order);
double vdot(const AnyArray& a, const AnyArray& b);
Matrix outer(const AnyArray& a, const AnyArray& b);
AnyArray tensordot(const AnyArray& a, const AnyArray& b, std::size_t axes);
AnyArray tensordot(const AnyArray& a, const AnyArray& b, const std::vector<std::size_t>& axes_of_a,
                   const std::vector<std::size_t>& axes_of_b);
double trace(const AnyArray& a, int offset);
Matrix matrix_power(const AnyArray& a, long power);
double det(const AnyArray& a);
Matrix inv(const AnyArray& a);
AnyArray solve(const AnyArray& a, const AnyArray& b);

/// The elements of `e` as doubles, of a rank that is known at run time only.
template <class E>
AnyArray as_any(const xt::xexpression<E>& e) {
  return eager::converted<AnyArray>(eager::operand(e.derived_cast()));
}

}  // namespace softmark::detail

namespace xt::linalg {

/// The 2-norm of a vector, the Frobenius norm of a matrix. Of a vector all orders are here, of a
/// matrix 1, -1, `frob`, `inf` and `neg_inf`: the others need singular values.
template <class E>
requires softmark::eager::Array<E>
double norm(const xexpression<E>& vec) {
  return softmark::detail::norm(softmark::detail::as_any(vec));
}
template <class E>
requires softmark::eager::Array<E>
auto norm(const xexpression<E>& vec, int ord) {
  return softmark::detail::norm(softmark::detail::as_any(vec), ord);
}
template <class E>
requires softmark::eager::Array<E>
auto norm(const xexpression<E>& vec, normorder ord) {
  return softmark::detail::norm(softmark::detail::as_any(vec), ord);
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

/// The sum of a matrix's diagonal, as an array.
template <class T>
requires softmark::eager::Array<T>
auto trace(const xexpression<T>& M, int offset = 0) {
  return xarray<double>(softmark::detail::trace(softmark::detail::as_any(M), offset));
}

/// A square matrix, n times multiplied with itself; for negative n, its inverse.
template <class E>
requires softmark::eager::Array<E>
auto matrix_power(const xexpression<E>& A, long n) {
  return softmark::detail::matrix_power(softmark::detail::as_any(A), n);
}

/// The determinant of a square matrix.
template <class T>
requires softmark::eager::Array<T>
auto det(const xexpression<T>& A) { return softmark::detail::det(softmark::detail::as_any(A)); }

/// The inverse of a square matrix. Throws std::runtime_error where there is none.
template <class E1>
requires softmark::eager::Array<E1>
auto inv(const xexpression<E1>& A) { return softmark::detail::inv(softmark::detail::as_any(A)); }

/// x with A x = b, of b's shape. Throws std::runtime_error where there is none.
template <class E1, class E2>
requires(softmark::eager::Array<E1>&& softmark::eager::Array<E2>) auto solve(
    const xexpression<E1>& A, const xexpression<E2>& b) {
  namespace sd = softmark::detail;
  using Solution = softmark::eager::Plain<double, softmark::eager::rank_of<E2>>;
  return Solution(sd::solve(sd::as_any(A), sd::as_any(b)));
}

}  // namespace xt::linalg
