// Arrays from nothing, and from other arrays.

#include "arrays/plain/results.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace plain {
namespace {

void from_nothing(Results& results) {
  results.within("from nothing");
  const std::vector<std::size_t> list = {2, 3};
  const std::array<std::size_t, 3> three = {2, 1, 2};
  SHOW(xt::zeros<double>({3}))
  SHOW(xt::zeros<double>({2, 3}))
  SHOW(xt::zeros<int>({2, 0}))
  SHOW(xt::zeros<bool>({2, 2}))
  SHOW(xt::zeros<double>(list))
  SHOW(xt::zeros<double>(three))
  SHOW(xt::ones<double>({2, 1, 3}))
  SHOW(xt::ones<std::size_t>({2}))
  SHOW(xt::ones<float>(list))
  SHOW(xt::ones<double>({1, 2, 1, 2}))
  SHOW(xt::eye<double>(3))
  SHOW(xt::eye<double>(3, 1))
  SHOW(xt::eye<double>(3, -1))
  SHOW(xt::eye<int>(2))
  SHOW(xt::eye(2))
  SHOW(xt::eye<double>(0))
  SHOW(xt::eye<double>(std::vector<std::size_t>{2, 4}))
  SHOW(xt::eye<double>(std::vector<std::size_t>{4, 2}, -1))
  SHOW(xt::arange(5))
  SHOW(xt::arange(5.5))
  SHOW(xt::arange<double>(4))
  SHOW(xt::arange<int>(2, 9, 3))
  SHOW(xt::arange<double>(0, 1, 0.1))
  SHOW(xt::arange(1.0, 0.0, -0.25))
  SHOW(xt::arange(10, 3, -2))
  SHOW(xt::arange<std::size_t>(4))
  SHOW(xt::arange<std::size_t>(1, 8, 2))
  SHOW(xt::arange<long>(-3, 3))
  SHOW(xt::arange<float>(0, 2, 0.5f))
  SHOW(xt::arange(0))
  SHOW(xt::arange(3, 1))
  SHOW(xt::arange(1.5))
  SHOW(xt::linspace(0.0, 1.0, 5))
  SHOW(xt::linspace<double>(-1, 1))
  SHOW(xt::linspace<double>(0, 1, 4, false))
  SHOW(xt::linspace<double>(2, 2, 3))
  SHOW(xt::linspace<double>(0, 1, 1))
  SHOW(xt::linspace<int>(0, 9, 4))
  SHOW(xt::linspace<float>(0, 1, 3))
  SHOW(xt::logspace(0.0, 2.0, 3))
  SHOW(xt::arange<double>(6).reshape({2, 3}))
  SHOW(xt::diag(xt::xtensor<double, 1>{1, 2, 3}))
  SHOW(xt::diag(xt::xtensor<double, 1>{1, 2}, 1))
  SHOW(xt::diag(xt::xtensor<int, 1>{1, 2}, -2))
  SHOW(xt::diagonal(xt::xtensor<double, 2>{{1, 2}, {3, 4}}))
  const xt::xtensor<double, 1> first = {1, 2};
  const xt::xtensor<double, 1> second = {3, 4, 5};
  SHOW(std::get<0>(xt::meshgrid(first, second)))
  SHOW(std::get<1>(xt::meshgrid(first, second)))
  SHOW(std::get<1>(xt::meshgrid(second, first, xt::arange(2))))
  SHOW(std::get<2>(xt::meshgrid(second, first, xt::arange(2))))
}

void made_like(Results& results) {
  results.within("like another");
  const xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({2, 3}, 1);
  const xt::xtensor<int, 1> i = drawn<xt::xtensor<int, 1>>({4}, 2);
  const xt::xarray<double> any = a;
  SHOW(xt::zeros_like(a))
  SHOW(xt::ones_like(a))
  SHOW(xt::full_like(a, 2.5))
  SHOW(xt::full_like(a, -std::numeric_limits<double>::infinity()))
  SHOW(xt::zeros_like(i))
  SHOW(xt::full_like(i, 3))
  SHOW(xt::ones_like(any))
  SHOW(xt::empty_like(a).shape(1))
  SHOW(xt::zeros_like(a + 1))
}

void triangles(Results& results) {
  results.within("triangles");
  const xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({4, 4}, 3);
  const xt::xtensor<double, 2> wide = drawn<xt::xtensor<double, 2>>({2, 4}, 4);
  const xt::xtensor<bool, 2> b = xt::ones<bool>({3, 3});
  const xt::xarray<double> any = a;
  SHOW(xt::tril(a))
  SHOW(xt::triu(a))
  SHOW(xt::tril(a, 1))
  SHOW(xt::tril(a, -1))
  SHOW(xt::triu(a, 1))
  SHOW(xt::triu(a, -2))
  SHOW(xt::tril(wide))
  SHOW(xt::triu(wide, 1))
  SHOW(xt::tril(b))
  SHOW(xt::triu(any, 1))
  SHOW(xt::tril(xt::ones<double>({3, 3})))
  SHOW(xt::triu(xt::ones<bool>({3, 3}), 1))
  SHOW(xt::where(xt::tril(xt::ones<bool>({4, 4})), a, -1e9))
}

template <int N>
void put_together(Results& results, const Lengths& shape, std::size_t axis) {
  const auto a = drawn<Array<double, N>>(shape, 5);
  Lengths longer = shape;
  longer[axis] += 2;
  const auto b = drawn<Array<double, N>>(longer, 6);
  const auto c = drawn<Array<double, N>>(shape, 7);
  const auto i = drawn<Array<int, N>>(shape, 8);
  results.within("together, " + std::to_string(shape.size()) + " axes, axis " +
                 std::to_string(axis));
  SHOW(xt::concatenate(xt::xtuple(a, b), axis))
  SHOW(xt::concatenate(xt::xtuple(a, b, c), axis))
  SHOW(xt::concatenate(xt::xtuple(a, i), axis))
  SHOW(xt::concatenate(std::make_tuple(a, c), axis))
  SHOW(xt::concatenate(xt::xtuple(a + 1, b), axis))
  if constexpr (N < 4) {
    SHOW(xt::stack(xt::xtuple(a, c), axis))
    SHOW(xt::stack(xt::xtuple(a, c, a), axis))
    SHOW(xt::stack(xt::xtuple(a, i), axis + 1))
  }
  SHOW(xt::repeat(a, 2, axis))
  SHOW(xt::repeat(i, 3, axis))
  if (a.size() > 0) SHOW(xt::roll(a, 1))
  if (a.size() > 0) SHOW(xt::roll(a, -2))
  // Plain xtensor rolls arrays of one axis, or none of them, beyond their end.
  if (a.dimension() > 1 && a.size() > 0) {
    SHOW(xt::roll(a, 1, static_cast<std::ptrdiff_t>(axis)))
    SHOW(xt::roll(i, -1, static_cast<std::ptrdiff_t>(axis)))
  }
  SHOW(xt::flip(a, axis))
  SHOW(xt::flip(a, axis) + 1.0)
  SHOW(xt::squeeze(a))
  SHOW(xt::ravel(a))
  SHOW(xt::flatten(a))
  SHOW(xt::ravel(i))
  SHOW(xt::transpose(a))
  SHOW(xt::transpose(a) * 2.0)
  if constexpr (N < 4) SHOW(xt::expand_dims(a, axis))
  if constexpr (N < 4) SHOW(xt::expand_dims(a, axis + 1))
  SHOW(xt::reshape_view(a, {static_cast<std::ptrdiff_t>(a.size()), std::ptrdiff_t(1)}))
  SHOW(xt::pad(a, 1))
}

void shapes(Results& results) {
  results.within("shapes");
  xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({4, 6}, 9);
  const xt::xtensor<double, 3> b = drawn<xt::xtensor<double, 3>>({2, 3, 4}, 10);
  const xt::xtensor<double, 1> c = {1, 2, 3};
  const xt::xtensor<double, 4> d = drawn<xt::xtensor<double, 4>>({2, 1, 3, 2}, 11);
  const xt::xarray<double> any = b;
  const std::vector<std::size_t> order = {2, 0, 1};
  const std::array<std::size_t, 3> other_order = {1, 2, 0};
  SHOW(xt::transpose(b, {0, 2, 1}))
  SHOW(xt::transpose(b, {2, 1, 0}))
  SHOW(xt::transpose(b, order))
  SHOW(xt::transpose(b, other_order))
  SHOW(xt::transpose(d, {0, 2, 1, 3}))
  SHOW(xt::transpose(any, {1, 0, 2}))
  SHOW(xt::transpose(any))
  SHOW(xt::transpose(a + a))
  SHOW(xt::transpose(c))
  SHOW(xt::transpose(b, {0, 1}))
  SHOW(xt::rot90(a))
  SHOW(xt::reshape_view(a, {2, 3, 4}))
  SHOW(xt::reshape_view(b, {6, 4}))
  SHOW(xt::reshape_view(xt::transpose(a), {3, 8}))
  SHOW(xt::reshape_view(a * 2, {24}))
  SHOW(xt::reshape_view(a, std::vector<std::size_t>{3, 8}))
  SHOW(xt::ravel(xt::transpose(a)))
  SHOW(xt::ravel(any))
  SHOW(xt::squeeze(d))
  SHOW(xt::squeeze(xt::xtensor<double, 2>{{1, 2}}))
  SHOW(xt::expand_dims(c, 0))
  SHOW(xt::expand_dims(c, 1))
  SHOW(xt::expand_dims(any, 1))
  SHOW(xt::expand_dims(a, 1) - xt::expand_dims(a, 0))
  SHOW(xt::broadcast(c, {2, 3}))
  SHOW(xt::broadcast(c, std::vector<std::size_t>{2, 2, 3}))
  SHOW(xt::broadcast(5.0, {2, 2}))
  SHOW(xt::broadcast(c, {4, 3}) + 1)
  SHOW(xt::broadcast(c, {3, 2}))
}

void joined(Results& results) {
  results.within("joined");
  xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({4, 6}, 9);
  const xt::xtensor<double, 3> b = drawn<xt::xtensor<double, 3>>({2, 3, 4}, 10);
  const xt::xtensor<double, 1> c = {1, 2, 3};
  SHOW(xt::atleast_2d(c))
  SHOW(xt::tile(c, 2))
  SHOW(xt::tile(a, {2, 3}))
  SHOW(xt::tile(a, 3))
  SHOW(xt::tile(b, std::vector<std::size_t>{1, 2, 1}))
  SHOW(xt::tile(xt::transpose(a), {1, 2}))
  SHOW(xt::concatenate(xt::xtuple(a + 1, a * 2), 1))
  SHOW(xt::concatenate(xt::xtuple(a, xt::exp(a), xt::view(a, xt::range(0, 2))), 0))
  SHOW(xt::stack(xt::xtuple(c * 2, c), 1))
  SHOW(xt::hstack(xt::xtuple(xt::view(b, 0), xt::view(b, 1) * 2)))
  auto parts = xt::xtuple(a * 2, a);
  SHOW(xt::vstack(std::move(parts)))
  SHOW(xt::hstack(xt::xtuple(a, a)))
  SHOW(xt::vstack(xt::xtuple(a, a)))
  SHOW(xt::hstack(xt::xtuple(c, c)))
  SHOW(xt::hstack(xt::xtuple(a, a, a)))
  SHOW(xt::vstack(xt::xtuple(a, a, a)))
  SHOW(xt::vstack(xt::xtuple(b, b)))
  SHOW(xt::hstack(xt::xtuple(b, b)))
  SHOW(xt::concatenate(xt::xtuple(a, a)))
  SHOW(xt::stack(xt::xtuple(c, c)))
  SHOW(xt::concatenate(xt::xtuple(a, xt::zeros<double>({1, 6}))))
  SHOW(xt::concatenate(xt::xtuple(a, xt::xtensor<bool, 2>(xt::ones<bool>({1, 6})))))
  SHOW(xt::concatenate(xt::xtuple(xt::view(a, xt::range(0, 2)), a)))
  SHOW(xt::stack(xt::xtuple(xt::row(a, 0), xt::row(a, 3))))
  SHOW(xt::repeat(c, 2, 0))
  SHOW(xt::repeat(c, std::vector<std::size_t>{1, 0, 2}, 0))
  SHOW(xt::flip(xt::transpose(a), 0))
  SHOW(xt::roll(xt::transpose(a), 1, 0))
  SHOW(xt::unique(xt::xtensor<int, 1>{3, 1, 3, 2}))
  SHOW(xt::reshape_view(a, {5, 5}))
  SHOW_AFTER(a, a.reshape({6, 4}))
  SHOW_AFTER(a, a.fill(3))
  SHOW_AFTER(a, a.resize({2, 2}); a.fill(1))
}

void together_misfits(Results& results) {
  results.within("parts that do not fit");
  const xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({4, 6}, 9);
  const xt::xtensor<double, 2> b = drawn<xt::xtensor<double, 2>>({3, 5}, 9);
  SHOW(xt::concatenate(xt::xtuple(a, b)))
  SHOW(xt::concatenate(xt::xtuple(a, b), 1))
}

double sum_of(const std::vector<xt::xtensor<double, 2>>& arrays) {
  double sum = 0;
  for (const xt::xtensor<double, 2>& array : arrays) sum += xt::sum(array)();
  return sum;
}
template <class E>
auto doubled(const xt::xexpression<E>& e) {
  xt::xarray<double> result = e.derived_cast() * 2.0;
  return result;
}
template <class E>
double first_of(const xt::xexpression<E>& e) {
  const E& array = e.derived_cast();
  return array.dimension() == 1 ? array(0) : array(0, 0);
}

template <class E>
std::string printed(const E& e) {
  std::ostringstream out;
  out << e;
  return out.str();
}

void around(Results& results) {
  results.within("around arrays");
  std::mt19937 engine(7);
  SHOW(xt::random::randint<int>({3, 4}, 0, 10, engine))
  SHOW(xt::random::rand<double>({2, 3}, -1.0, 1.0, engine))
  SHOW(xt::random::randint<int>({5}, -3, 3, engine))
  SHOW(xt::random::randn<double>({2, 2}, 0.0, 1.0, engine))
  xt::random::seed(3);
  SHOW(xt::random::rand<double>({4}))
  SHOW(xt::random::randint<int>({2, 2}, 0, 5))
  SHOW(xt::random::randn<double>({3}))
  xt::xtensor<double, 2> a = {{1, 2.5}, {-3, 1e10}};
  const xt::xtensor<int, 1> i = {1, -20, 300};
  const xt::xtensor<bool, 2> b = {{true, false}};
  const xt::xarray<double> any = a;
  std::vector<xt::xtensor<double, 2>> several = {a, a * 2, a + 1};
  several.push_back(a);
  several.emplace_back(a - a);
  SHOW(sum_of(several))
  SHOW(several[1] + several.back())
  SHOW(doubled(a))
  SHOW(doubled(i))
  SHOW(doubled(xt::row(a, 1)))
  SHOW(doubled(a + a))
  SHOW(first_of(a))
  SHOW(first_of(xt::col(a, 1)))
  SHOW(first_of(xt::transpose(a)))
  results.add_text("a", printed(a));
  results.add_text("i", printed(i));
  results.add_text("b", printed(b));
  results.add_text("any", printed(any));
  results.add_text("a * 2", printed(a * 2));
  results.add_text("row", printed(xt::row(a, 1)));
  results.add_text("a < 0", printed(a < 0));
  results.add_text("transposed", printed(xt::transpose(a)));
  results.add_text("sum", printed(xt::sum(a)));
  results.add_text("sums", printed(xt::sum(a, {0})));
  results.add_text("infinities",
                   printed(xt::xtensor<double, 1>{1, std::numeric_limits<double>::infinity()}));
  results.add_text("three axes", printed(xt::xtensor<double, 3>(xt::zeros<double>({2, 1, 2}))));
  results.add_text("large", printed(xt::xtensor<double, 1>(xt::arange<double>(2000))));
  results.add_text("none", printed(xt::xtensor<double, 1>(xt::zeros<double>({0}))));
  SHOW(std::accumulate(a.begin(), a.end(), 0.0))
  SHOW(*std::max_element(a.begin(), a.end()))
  SHOW_AFTER(a, std::sort(a.begin(), a.end()))
  SHOW_AFTER(a, std::shuffle(a.begin(), a.end(), engine))
  SHOW(a == a * 1)
  SHOW(a != a + 1)
  SHOW(a == any)
  SHOW(xt::eval(a + 1))
  SHOW(xt::vectorize([](double x, double y) { return x * y + 1; })(a, a))
  SHOW(xt::vectorize([](double x, double y) { return x - y; })(a, 2.0))
  SHOW(xt::vectorize([](double x, double y) { return x - y; })(a, xt::view(a, 0)))
  SHOW(xt::vectorize([](double x) { return x > 1; })(xt::transpose(a)))
  SHOW(xt::vectorize([](double x, double y) { return x - y; })(a, xt::ones<double>({3, 2})))
  SHOW(xt::make_lambda_xfunction([](double x) { return 2 * x; }, a))
  std::mt19937 draws(3);
  SHOW(xt::vectorize([](double x, double y) { return x - y; })(
      a, xt::random::randn<double>({2, 2}, 0.0, 1.0, draws)))
  SHOW(xt::random::randn<double>({2}, 0.0, 1.0, draws))
  SHOW(xt::make_lambda_xfunction([](auto x, auto y) { return x < y; }, a, xt::view(a, 1)))
  SHOW(xt::fma(a, 2.0, xt::view(a, 0)))
  SHOW(a(1, 0) + a.at(0, 1) + a[{1, 1}] + a.flat(2))
  SHOW(a.size() + a.shape(0) + a.dimension())
}

}  // namespace

void try_making(Results& results) {
  from_nothing(results);
  made_like(results);
  triangles(results);
  put_together<1>(results, {5}, 0);
  put_together<2>(results, {3, 4}, 0);
  put_together<2>(results, {1, 4}, 1);
  put_together<2>(results, {0, 4}, 1);
  put_together<3>(results, {2, 3, 2}, 1);
  put_together<4>(results, {2, 1, 2, 3}, 2);
  put_together<-1>(results, {2, 3}, 1);
  shapes(results);
  joined(results);
  together_misfits(results);
  around(results);
}

}  // namespace plain
