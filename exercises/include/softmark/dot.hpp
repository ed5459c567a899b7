#pragma once
// xt::linalg::dot with checked shapes, for arrays, views and expressions of any storage order.
//
// The template below is an exact match for every xtensor expression, so it is chosen before the dot
// of xtensor-blas, which gives wrong or no results for some views and leaves the shapes out of its
// messages. The products themselves are computed by xtensor-blas, compiled once in the runner.

#include <softmark/arrays.hpp>

#include <tuple>
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

template <class E>
concept FixedRank = requires {
  std::tuple_size<typename E::shape_type>::value;
};

template <class E>
struct Evaluated {
  using type = xt::xarray<double>;
};
template <FixedRank E>
struct Evaluated<E> {
  using type = xt::xtensor<double, std::tuple_size<typename E::shape_type>::value>;
};

/// `e` itself when it is a plain array already, else its elements in a new one.
template <class E>
decltype(auto) evaluated(const E& e) {
  using Plain = typename Evaluated<E>::type;
  if constexpr (std::is_same_v<E, Plain>) {
    return (e);
  } else {
    return Plain(e);
  }
}

}  // namespace softmark::detail

namespace xt::linalg {

template <class A, class B>
requires(xt::is_xexpression<A>::value&& xt::is_xexpression<B>::value) auto dot(const A& a,
                                                                               const B& b) {
  namespace sd = softmark::detail;
  if constexpr (sd::FixedRank<A> && sd::FixedRank<B>) {
    return sd::dot(sd::evaluated(a), sd::evaluated(b));
  } else {
    return sd::dot(xt::xarray<double>(a), xt::xarray<double>(b));
  }
}

}  // namespace xt::linalg
