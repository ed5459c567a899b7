// Sums and their like over some or all axes, running sums, places of extremes, order.

#include "arrays/plain/results.hpp"

#include <array>

namespace plain {
namespace {

/// Everything over one axis of arrays of any rank but 0.
template <class A>
void along(Results& results, const A& a, std::ptrdiff_t axis) {
  results.within(results.words() + ", axis " + std::to_string(axis));
  SHOW(xt::sum(a, axis))
  SHOW(xt::prod(a, axis))
  SHOW(xt::mean(a, {axis}))
  SHOW(xt::amax(a, axis))
  SHOW(xt::amin(a, axis))
  // Plain xtensor reads elements that are not there when it evaluates a reducer of an empty array.
  if (a.size() == 0) return;
  SHOW(xt::sum(a, axis, xt::keep_dims))
  SHOW(xt::amax(a, axis, xt::keep_dims))
  SHOW(xt::sum(a, {axis}, xt::keep_dims | xt::evaluation_strategy::immediate))
  SHOW(xt::mean(a, {axis}, xt::keep_dims))
  SHOW(xt::cumsum(a, axis))
  SHOW(xt::cumprod(a, axis))
}

/// What takes axes counted from the front only, and an element of each row at least.
template <class A>
void along_more(Results& results, const A& a, std::size_t axis) {
  SHOW(xt::variance(a, {axis}))
  SHOW(xt::stddev(a, {axis}))
  SHOW(xt::count_nonzero(a, {axis}))
  SHOW(xt::norm_l1(a, {axis}))
  SHOW(xt::norm_sq(a, {axis}))
  SHOW(xt::norm_l2(a, {axis}))
  SHOW(xt::norm_linf(a, {axis}))
}

template <class A>
void ordered(Results& results, const A& a, std::ptrdiff_t axis) {
  if (a.dimension() > 1) SHOW(xt::argmax(a, axis))  // plain xtensor gives the smallest of a row
  SHOW(xt::argmin(a, axis))
  SHOW(xt::sort(a, axis))
  SHOW(xt::argsort(a, axis))
}

template <class A>
void whole(Results& results, const A& a) {
  SHOW(xt::sum(a))
  SHOW(xt::sum(a)())
  SHOW(xt::prod(a))
  SHOW(xt::mean(a))
  SHOW(xt::mean(a)())
  SHOW(xt::variance(a)())
  SHOW(xt::stddev(a)())
  SHOW(xt::variance(a, 1)())
  SHOW(xt::amax(a))
  SHOW(xt::amin(a)())
  SHOW(xt::count_nonzero(a)())
  SHOW(xt::norm_l1(a)())
  SHOW(xt::norm_sq(a)())
  SHOW(xt::norm_l2(a)())
  SHOW(xt::norm_linf(a)())
  SHOW(xt::cumsum(a))
  SHOW(xt::cumprod(a))
  if (a.size() == 0) return;
  SHOW(xt::sum(a, xt::keep_dims))
  SHOW(xt::mean(a, xt::keep_dims))
  SHOW(xt::amax(a, xt::keep_dims))
  SHOW(xt::sum(a, xt::evaluation_strategy::immediate))
}

/// Of the whole array, where there is an element at least.
template <class A>
void whole_ordered(Results& results, const A& a) {
  SHOW(xt::argmax(a))
  SHOW(xt::argmin(a)())
  SHOW(xt::sort(a, xt::placeholders::xtuph()))
  SHOW(xt::flatten(xt::argsort(a, xt::placeholders::xtuph())))
}

template <int N>
void of_rank(Results& results, const Lengths& shape, std::uint64_t seed) {
  const auto a = drawn<Array<double, N>>(shape, seed);
  std::string words = "double (";
  for (const std::size_t length : shape) words += std::to_string(length) + ",";
  words += N < 0 ? ") xarray" : ")";
  results.within(words);
  whole(results, a);
  const bool empty = a.size() == 0;
  if (!empty) whole_ordered(results, a);
  if constexpr (N != 0) {
    const auto rank = static_cast<std::ptrdiff_t>(shape.size());
    for (std::ptrdiff_t axis = 0; axis < rank; ++axis) {
      results.within(words);
      along(results, a, axis);
      if (!empty) along_more(results, a, static_cast<std::size_t>(axis));
      if (!empty) ordered(results, a, axis);
      results.within(words);
      along(results, a, axis - rank);
      if (!empty) ordered(results, a, axis - rank);
    }
  }
}

void several_axes(Results& results) {
  const xt::xtensor<double, 3> a = drawn<xt::xtensor<double, 3>>({2, 3, 4}, 11);
  const xt::xtensor<double, 4> b = drawn<xt::xtensor<double, 4>>({2, 3, 1, 4}, 12);
  const std::array<std::size_t, 2> some = {0, 2};
  const std::vector<std::size_t> list = {1, 2};
  const std::vector<int> counted_from_the_end = {-2, -1};
  results.within("several axes");
  SHOW(xt::sum(a, {0, 1}))
  SHOW(xt::sum(a, {0, 2}))
  SHOW(xt::sum(a, {-1, -2}))
  SHOW(xt::sum(a, {0, 1, 2}))
  SHOW(xt::sum(a, some))
  SHOW(xt::sum(a, list))
  SHOW(xt::sum(a, counted_from_the_end))
  SHOW(xt::sum(a, std::vector<std::size_t>{1}))
  SHOW(xt::sum(a, std::array<int, 1>{-1}))
  SHOW(xt::sum(a, {0, 1}, xt::keep_dims))
  SHOW(xt::sum(a, list, xt::keep_dims))
  SHOW(xt::sum(a, some, xt::keep_dims | xt::evaluation_strategy::immediate))
  SHOW(xt::sum(a, {1}, xt::evaluation_strategy::lazy))
  SHOW(xt::sum(a, {1}, xt::evaluation_strategy::immediate))
  SHOW(xt::mean(a, {0, 2}))
  SHOW(xt::mean(a, list))
  SHOW(xt::mean(a, some, xt::keep_dims))
  SHOW(xt::amax(a, {1, 2}))
  SHOW(xt::amin(a, list, xt::keep_dims))
  SHOW(xt::prod(b, {1, 3}))
  SHOW(xt::variance(a, {0, 2}))
  SHOW(xt::variance(a, {1}, 1))
  SHOW(xt::variance(a, {0, 1}, 1))
  SHOW(xt::variance(a, list))
  SHOW(xt::stddev(a, {1, 2}))
  SHOW(xt::stddev(a, list))
  SHOW(xt::count_nonzero(a, {0, 1}))
  SHOW(xt::count_nonzero(a > 0, {2}))
  SHOW(xt::norm_l2(a, {0, 1}))
  SHOW(xt::norm_sq(a, {2}, xt::keep_dims))
  SHOW(a - xt::mean(a, {2}, xt::keep_dims))
  SHOW(a / xt::sum(a, {0, 2}, xt::keep_dims))
  SHOW(xt::exp(a - xt::amax(a, {2}, xt::keep_dims)) /
       xt::sum(xt::exp(a - xt::amax(a, {2}, xt::keep_dims)), {2}, xt::keep_dims))
  SHOW(a - xt::mean(a))
  SHOW(a / xt::sum(a)())
  SHOW(xt::sum(xt::sum(a, {0}), {0}))
  SHOW(xt::average(a))
  SHOW(xt::median(a))
  SHOW(xt::diff(a))
  SHOW(xt::trapz(xt::xtensor<double, 1>{1, 2, 4}))
}

void other_types(Results& results) {
  const xt::xtensor<int, 2> i = drawn<xt::xtensor<int, 2>>({3, 4}, 21);
  const xt::xtensor<bool, 2> b = drawn<xt::xtensor<bool, 2>>({3, 4}, 22);
  const xt::xtensor<std::size_t, 2> s = drawn<xt::xtensor<std::size_t, 2>>({3, 4}, 23);
  const xt::xtensor<float, 2> f = drawn<xt::xtensor<float, 2>>({3, 4}, 24);
  const xt::xtensor<long, 2> l = drawn<xt::xtensor<long, 2>>({3, 4}, 25);
  results.within("other elements");
  SHOW(xt::sum(i))
  SHOW(xt::sum(i, {0}))
  SHOW(xt::sum<double>(i, {0}))
  SHOW(xt::sum<double>(i))
  SHOW(xt::sum<long>(i, {1}))
  SHOW(xt::sum<int>(b, {1}))
  SHOW(xt::sum<std::size_t>(b))
  SHOW(xt::sum(b))
  SHOW(xt::sum(b, {0}))
  SHOW(xt::sum(s, {1}))
  SHOW(xt::sum(f, {1}))
  SHOW(xt::sum<double>(f))
  SHOW(xt::sum(l))
  SHOW(xt::prod(i, {1}))
  SHOW(xt::prod<double>(i))
  SHOW(xt::mean(i))
  SHOW(xt::mean(i, {1}))
  SHOW(xt::mean<double>(i, {1}))
  SHOW(xt::mean(b))
  SHOW(xt::mean(b, {0}))
  SHOW(xt::mean<double>(b, {0}))
  SHOW(xt::cast<float>(xt::mean(f, {0})))
  SHOW(xt::mean(s))
  SHOW(xt::variance(i)())
  SHOW(xt::variance(i, {0}))
  SHOW(static_cast<float>(xt::variance(f)()))
  SHOW(xt::stddev(f, {1}))
  SHOW(xt::amax(i))
  SHOW(xt::amin(i, {0}))
  SHOW(xt::amax(s, 1))
  SHOW(xt::amax(f))
  SHOW(xt::amax(b))
  SHOW(xt::amax<double>(i))
  SHOW(xt::count_nonzero(i)())
  SHOW(xt::count_nonzero(b, {0}))
  SHOW(xt::norm_l1(i)())
  SHOW(xt::norm_l2(i)())
  SHOW(xt::norm_sq(i, {1}))
  SHOW(xt::sum(i * 0.5, {0}))
  SHOW(xt::sum(xt::equal(i, i), {0}))
}

void other_types_along_axes(Results& results) {
  const xt::xtensor<int, 2> i = drawn<xt::xtensor<int, 2>>({3, 4}, 21);
  const xt::xtensor<bool, 2> b = drawn<xt::xtensor<bool, 2>>({3, 4}, 22);
  const xt::xtensor<std::size_t, 2> s = drawn<xt::xtensor<std::size_t, 2>>({3, 4}, 23);
  const xt::xtensor<float, 2> f = drawn<xt::xtensor<float, 2>>({3, 4}, 24);
  results.within("other elements, along axes");
  SHOW(xt::cumsum(xt::xarray<int>(i)))
  SHOW(xt::cumsum(i, 0))
  SHOW(xt::cumsum<double>(i, 1))
  SHOW(xt::cumsum(s, 1))
  SHOW(xt::cumsum(f, 0))
  SHOW(xt::cumsum<int>(b, 1))
  SHOW(xt::cumprod(i, 1))
  SHOW(xt::argmax(i))
  SHOW(xt::argmax(i, 1))
  SHOW(xt::argmin(b, 0))
  SHOW(xt::argmax(s, 0))
  SHOW(xt::argmax(f, -1))
  SHOW(xt::sort(i))
  SHOW(xt::sort(i, 0))
  SHOW(xt::sort(s))
  SHOW(xt::sort(f, 1))
  SHOW(xt::argsort(xt::xtensor<int, 1>{5, 3, 9, 1}))
  SHOW(xt::argsort(xt::xtensor<std::size_t, 1>{5, 3, 9, 1}))
}

void extremes(Results& results) {
  results.within("NaN and infinities");
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto a = drawn_with_extremes<xt::xtensor<double, 2>>({3, 4}, seed);
    SHOW(xt::amax(a))
    SHOW(xt::amin(a))
    SHOW(xt::amax(a, {0}))
    SHOW(xt::amin(a, {0}))
    SHOW(xt::amax(a, {1}))
    SHOW(xt::amin(a, {1}))
    SHOW(xt::argmax(a))
    SHOW(xt::argmin(a))
    SHOW(xt::argmax(a, 0))
    SHOW(xt::argmin(a, 1))
    SHOW(xt::sum(a, {0}))
    SHOW(xt::mean(a, {1}))
    SHOW(xt::cumsum(a, 1))
    SHOW(xt::nansum(a, {0}))
    const double infinity = std::numeric_limits<double>::infinity();
    const xt::xtensor<double, 2> finite = xt::where(xt::isnan(a), infinity, a);
    SHOW(xt::sort(finite, 1))
    SHOW(xt::sort(finite, 0))
  }
  const double infinity = std::numeric_limits<double>::infinity();
  const xt::xtensor<double, 2> masked = {{-infinity, 1, 2}, {-infinity, -infinity, -infinity}};
  SHOW(xt::amax(masked, {1}))
  SHOW(masked - xt::amax(masked, {1}, xt::keep_dims))
  SHOW(xt::exp(masked))
}

void wrong_axes(Results& results) {
  const xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({3, 4}, 30);
  results.within("axes that are not there");
  SHOW(xt::sum(a, {2}))
  SHOW(xt::sum(a, 2))
  SHOW(xt::sum(a, {0, 0}))
}

}  // namespace

void try_reducers(Results& results) {
  of_rank<0>(results, {}, 1);
  of_rank<1>(results, {7}, 2);
  of_rank<1>(results, {1}, 3);
  of_rank<1>(results, {0}, 4);
  of_rank<2>(results, {3, 4}, 5);
  of_rank<2>(results, {1, 4}, 6);
  of_rank<2>(results, {3, 0}, 7);
  of_rank<2>(results, {0, 3}, 7);
  of_rank<3>(results, {2, 3, 4}, 8);
  of_rank<4>(results, {2, 3, 2, 3}, 9);
  of_rank<-1>(results, {3, 5}, 10);
  of_rank<-1>(results, {2, 2, 3}, 10);
  several_axes(results);
  other_types(results);
  other_types_along_axes(results);
  extremes(results);
  wrong_axes(results);
}

}  // namespace plain
