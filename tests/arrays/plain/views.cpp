// Views: read, as operands, assigned to.

#include "arrays/plain/results.hpp"

#include <algorithm>
#include <numeric>

namespace plain {
namespace {

using xt::placeholders::_;

template <class A>
void read(Results& results, A& a) {
  SHOW(xt::view(a, 1))
  SHOW(xt::view(a, -1))
  SHOW(xt::view(a, xt::all(), 2))
  SHOW(xt::view(a, xt::range(1, 3)))
  SHOW(xt::view(a, xt::range(_, 2), xt::all()))
  SHOW(xt::view(a, xt::all(), xt::range(1, _)))
  SHOW(xt::view(a, xt::range(0, 4, 2), xt::range(_, _, 2)))
  SHOW(xt::view(a, xt::range(-2, _)))
  SHOW(xt::view(a, xt::all(), xt::range(_, -1)))
  SHOW(xt::view(a, xt::range(1, 100)))
  SHOW(xt::view(a, xt::range(2, 2)))
  SHOW(xt::view(a, xt::range(_, _, -1)))
  SHOW(xt::view(a, xt::newaxis(), xt::all(), 1))
  SHOW(xt::view(a, 1, xt::newaxis(), xt::range(0, 2)))
  SHOW(xt::view(a, xt::keep(0, 2), xt::all()))
  SHOW(xt::view(a, xt::all(), xt::drop(1)))
  SHOW(xt::view(a, xt::keep(1, 1, 0)))
  SHOW(xt::strided_view(a, {1}))
  SHOW(xt::strided_view(a, {xt::all(), 2}))
  SHOW(xt::strided_view(a, {xt::range(1, 3), xt::all()}))
  SHOW(xt::strided_view(a, {xt::ellipsis(), xt::range(_, _, -1)}))
  SHOW(xt::strided_view(a, {xt::newaxis(), 2}) * 2.0)
  SHOW(xt::view(a, 1) + 1.0)
  SHOW(xt::view(a, xt::range(0, 2)) * xt::view(a, xt::range(1, 3)))
  SHOW(xt::exp(xt::view(a, xt::all(), xt::range(0, 2))))
  SHOW(xt::sum(xt::view(a, xt::all(), xt::range(0, 2)), {0}))
  SHOW(xt::amax(xt::view(a, 1))())
  SHOW(xt::transpose(xt::view(a, xt::range(0, 2))))
  SHOW(xt::view(a, 1)(2))
}

void assigned(Results& results) {
  results.within("views assigned to");
  xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({4, 5}, 1);
  const xt::xtensor<double, 1> row = {1, 2, 3, 4, 5};
  xt::xtensor<int, 2> i = drawn<xt::xtensor<int, 2>>({3, 3}, 2);
  xt::xarray<double> any = a;
  SHOW_AFTER(a, xt::view(a, 1) = row)
  SHOW_AFTER(a, xt::view(a, xt::all(), 2) = 7)
  SHOW_AFTER(a, xt::view(a, xt::range(0, 2)) = row)
  SHOW_AFTER(a, xt::view(a, xt::range(0, 3)) = xt::view(a, xt::range(1, 4)))
  SHOW_AFTER(a, xt::view(a, 3) += row)
  SHOW_AFTER(a, xt::view(a, xt::all(), xt::range(1, 3)) *= 2)
  SHOW_AFTER(a, xt::view(a, 0) -= xt::view(a, 1))
  SHOW_AFTER(a, xt::view(a, xt::range(0, 4, 2)) /= 4)
  SHOW_AFTER(a, xt::view(a, 1).fill(9))
  SHOW_AFTER(a, xt::row(a, 2) = row * 2)
  SHOW_AFTER(a, xt::col(a, 1) = 0)
  SHOW_AFTER(a, xt::row(a, 0) += 1)
  SHOW_AFTER(a, xt::col(a, 4) *= xt::col(a, 3))
  SHOW_AFTER(a, xt::view(xt::view(a, xt::range(1, 4)), 0) = -1)
  SHOW_AFTER(a, xt::view(a, 2)(3) = 100)
  SHOW_AFTER(a, auto v = xt::view(a, 1); std::sort(v.begin(), v.end()))
  SHOW_AFTER(a, auto v = xt::view(a, 2); for (auto& x : v) x += 1)
  SHOW_AFTER(a, auto v = xt::col(a, 0); std::iota(v.begin(), v.end(), 3.0))
  SHOW_AFTER(a, xt::noalias(xt::view(a, 3)) = row)
  SHOW_AFTER(a, xt::view(a, xt::range(0, 2), xt::range(0, 2)) = 5.5)
  SHOW_AFTER(a, xt::view(a, xt::keep(0, 2), 1) = -3)
  SHOW_AFTER(a, xt::view(a, 1) = xt::view(a, 0) + xt::exp(row))
  SHOW_AFTER(a, xt::row(a, 1) = xt::zeros<double>({5}))
  SHOW_AFTER(a, xt::view(a, 0) = xt::xtensor<double, 1>{1, 2})
  SHOW_AFTER(i, xt::view(i, 1) = 4)
  SHOW_AFTER(i, xt::view(i, 0) += 1.75)
  SHOW_AFTER(i, xt::view(i, xt::all(), 2) = xt::view(i, xt::all(), 0) * 2)
  SHOW_AFTER(any, xt::view(any, 1) = 4)
  SHOW_AFTER(any, xt::view(any, xt::all(), 0) += row(2))
  SHOW_AFTER(any, xt::row(any, 2) = row)
  SHOW(xt::view(a, xt::range(1, 3), 2)(1))
  auto block = xt::view(a, xt::range(1, 3), xt::range(0, 5, 2));
  SHOW(std::inner_product(block.begin(), block.end(), row.begin(), 0.0))
  SHOW(std::accumulate(block.crbegin(), block.crend(), 0.0,
                       [](double s, double x) { return s / 2 + x; }))
  SHOW(*(block.begin() + 4) - block.cbegin()[3])
  SHOW(block.end() - block.begin())
  SHOW(xt::xtensor<double, 1>(xt::adapt(std::vector<double>(block.begin(), block.end()))))
  SHOW(*std::max_element(xt::transpose(a).begin(), xt::transpose(a).end()))
  SHOW_AFTER(a, auto v = xt::col(a, 3); std::sort(v.rbegin(), v.rend()))
  SHOW_AFTER(a, auto v = xt::transpose(a); std::iota(v.begin(), v.end(), 0.0))
  SHOW(xt::transpose(xt::view(any, xt::range(1, 3))))
  SHOW(xt::transpose(xt::transpose(any)) * 2)
  SHOW(std::accumulate(xt::view(a, 1).begin(), xt::view(a, 1).end(), 0.0))
  SHOW(xt::row(a, 1))
  SHOW(xt::row(a, -1))
  SHOW(xt::col(a, -2))
  SHOW(xt::row(a, 0) / xt::sum(xt::row(a, 0))())
}

}  // namespace

void try_views(Results& results) {
  auto a = drawn<xt::xtensor<double, 2>>({4, 5}, 31);
  const auto b = drawn<xt::xtensor<double, 2>>({4, 5}, 32);
  auto c = drawn<xt::xtensor<double, 3>>({3, 4, 2}, 33);
  auto d = drawn<xt::xarray<double>>({3, 4}, 34);
  auto i = drawn<xt::xtensor<int, 2>>({3, 3}, 35);
  results.within("views of a matrix");
  read(results, a);
  results.within("views of a constant matrix");
  read(results, b);
  results.within("views of an array of three axes");
  SHOW(xt::view(c, 1, xt::all(), 0))
  SHOW(xt::view(c, xt::all(), 1))
  SHOW(xt::view(c, xt::range(0, 2), xt::range(1, 4, 2), xt::newaxis(), 1))
  SHOW(xt::view(c, xt::all(), xt::newaxis()) - xt::view(c, xt::newaxis()))
  const auto four = drawn<xt::xtensor<double, 4>>({2, 3, 1, 2}, 34);
  SHOW(xt::sum(
      xt::view(four, xt::all(), xt::newaxis()) * xt::view(four, xt::all(), xt::all(), xt::newaxis()),
      {4}))
  SHOW(xt::xtensor<double, 5>(
      xt::view(four, xt::all(), xt::all(), xt::all(), xt::all(), xt::newaxis())))
  SHOW(xt::expand_dims(four, 2))
  SHOW(xt::stack(xt::xtuple(four, four), 4))
  results.within("views of an xarray");
  SHOW(xt::view(d, 1))
  SHOW(xt::view(d, xt::all(), xt::range(1, 3)) + 1.0)
  SHOW(xt::row(d, 1))
  results.within("views of whole numbers");
  SHOW(xt::view(i, 1) + xt::view(i, xt::all(), 0))
  SHOW(xt::cast<double>(xt::view(i, 2)))
  assigned(results);
}

}  // namespace plain
