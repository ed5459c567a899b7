// Elements and numbers of several types on either side; lazy operands; compound assignment.

#include "arrays/plain/results.hpp"

#include <array>
#include <utility>

namespace plain {
namespace {

template <class A, class B>
void pair(Results& results, const char* types, const A& a, const B& b) {
  results.within(types);
  SHOW(a + b)
  SHOW(a - b)
  SHOW(a * b)
  SHOW(a < b)
  SHOW(xt::equal(a, b))
  SHOW(xt::maximum(a, b))
  SHOW(xt::where(xt::equal(a, b), a, b))
}

template <class A, class B>
void more(Results& results, const char* types, const A& a, const B& b) {
  pair(results, types, a, b);
  SHOW(a / b)
  SHOW(a >= b)
  SHOW(a && b)
  SHOW(a || b)
  SHOW(xt::not_equal(a, b))
  SHOW(xt::minimum(a, b))
  SHOW(xt::pow(a, b))
  SHOW(xt::fmod(a, b))
  SHOW(xt::clip(a, b, b))
  SHOW(xt::isclose(a, b))
}

template <class A, class B>
void whole(Results& results, const char* types, const A& a, const B& b) {
  results.within(types);
  SHOW(a % b)
  SHOW(a & b)
  SHOW(a | b)
  SHOW(a ^ b)
}

template <class T>
xt::xtensor<T, 2> rows(std::uint64_t seed) {
  return drawn<xt::xtensor<T, 2>>({3, 4}, seed);
}
template <class T>
xt::xtensor<T, 1> row(std::uint64_t seed) {
  return drawn<xt::xtensor<T, 1>>({4}, seed);
}

void types(Results& results) {
  const auto d = rows<double>(1);
  const auto i = rows<int>(2);
  const auto b = rows<bool>(3);
  const auto s = rows<std::size_t>(4);
  const auto l = rows<long>(5);
  const auto f = rows<float>(6);
  const auto d1 = row<double>(7);
  const auto i1 = row<int>(8);
  const auto b1 = row<bool>(9);
  const auto s1 = row<std::size_t>(10);
  more(results, "int, int", i, i1);
  more(results, "double, int", d, i1);
  more(results, "int, double", i1, d);
  pair(results, "double, bool", d, b1);
  pair(results, "bool, double", b1, d);
  pair(results, "bool, bool", b, b1);
  pair(results, "bool, int", b, i1);
  more(results, "size_t, size_t", s, s1);
  pair(results, "size_t, double", s, d1);
  pair(results, "int, size_t", i, s1);
  pair(results, "float, double", f, d1);
  pair(results, "long, int", l, i1);
  whole(results, "int, int", i, i1);
  whole(results, "bool, bool", b, xt::xtensor<bool, 1>{true, true, true, true});
  whole(results, "size_t, size_t", s, s1);
  whole(results, "size_t, int", s, xt::abs(i1));
}

void bools(Results& results) {
  const auto d = rows<double>(1);
  const auto i = rows<int>(2);
  const auto b = rows<bool>(3);
  const auto s = rows<std::size_t>(4);
  const auto b1 = row<bool>(9);
  results.within("bool, bool");
  SHOW(b && b1)
  SHOW(b || b1)
  SHOW(xt::not_equal(b, b1))
  SHOW(xt::minimum(b, b1))
  SHOW(xt::where(b, d, 0.0))
  SHOW(xt::where(b1, d, -std::numeric_limits<double>::infinity()))
  SHOW(xt::where(b, 1, 0))
  SHOW(xt::where(b, i, 0.5))
  SHOW(xt::where(b, s, i))
  SHOW(xt::where(i, d, 0.0))
  SHOW(!b && b1)
}

void one_array(Results& results) {
  const auto i = rows<int>(2);
  const auto b = rows<bool>(3);
  const auto s = rows<std::size_t>(4);
  const auto l = rows<long>(5);
  const auto f = rows<float>(6);
  results.within("one array of another type");
  SHOW(+b)
  SHOW(-b)
  SHOW(~b)
  SHOW(xt::exp(b))
  SHOW(xt::square(b))
  SHOW(xt::abs(i))
  SHOW(xt::abs(l))
  SHOW(-s)
  SHOW(-l)
  SHOW(-f)
  SHOW(~s)
  SHOW(!s)
  SHOW(!f)
  SHOW(xt::exp(f))
  SHOW(xt::sqrt(s))
  SHOW(xt::abs(f))
  SHOW(xt::sign(f))
  SHOW(xt::sign(i))
  SHOW(xt::square(f))
  SHOW(xt::isnan(f))
  SHOW(xt::pow<2>(i))
  SHOW(xt::cast<int>(b))
  SHOW(xt::cast<double>(b))
  SHOW(xt::cast<double>(s))
  SHOW(xt::cast<long>(i))
  SHOW(xt::cast<int>(f))
  SHOW(xt::clip(i, -2, 2))
  SHOW(xt::clip(b, false, b))
  SHOW(xt::maximum(b, true))
  SHOW(xt::fmax(b, b))
  SHOW(xt::clip(i, -2, 2.5))
  SHOW(xt::clip(f, -1.f, 1.f))
}

void numbers(Results& results) {
  const auto d = rows<double>(21);
  const std::size_t size = 3;
  const unsigned whole = 2;
  const long long_number = -4;
  const short short_number = 5;
  const char letter = 'a';
  results.within("numbers");
  SHOW(d + 2)
  SHOW(2 + d)
  SHOW(d / 2)
  SHOW(1 / d)
  SHOW(d * true)
  SHOW(d * size)
  SHOW(size - d)
  SHOW(d / whole)
  SHOW(d * 0.5f)
  SHOW(d - long_number)
  SHOW(d + short_number)
  SHOW(d + letter)
  SHOW(d > 0)
  SHOW(0 < d)
  SHOW(d < size)
  SHOW(d && 1)
}

void numbers_beside_other_types(Results& results) {
  const auto i = rows<int>(22);
  const auto b = rows<bool>(23);
  const auto s = rows<std::size_t>(24);
  const auto f = rows<float>(25);
  const std::size_t size = 3;
  const unsigned whole = 2;
  const long long_number = -4;
  const short short_number = 5;
  const char letter = 'a';
  results.within("numbers beside other types");
  SHOW(i + 2)
  SHOW(2 - i)
  SHOW(i / 2)
  SHOW(7 / i)
  SHOW(i / 2.0)
  SHOW(i * 0.5f)
  SHOW(i + size)
  SHOW(i + whole)
  SHOW(i * long_number)
  SHOW(i + short_number)
  SHOW(i + letter)
  SHOW(i + true)
  SHOW(i % 3)
  SHOW(20 % i)
  SHOW(i & 1)
  SHOW(i | 1)
  SHOW(i ^ 1)
  SHOW(i < 0)
  SHOW(i >= 0.5)
  SHOW(b + 1)
  SHOW(b * 2.5)
  SHOW(1 - b)
  SHOW(b && true)
  SHOW(b || false)
  SHOW(s + 1)
  SHOW(s - size)
  SHOW(s * 2.0)
  SHOW(s / size)
  SHOW(s < size)
  SHOW(f + 1)
  SHOW(f * 2.0)
  SHOW(f * 2.0f)
}

void numbers_in_functions(Results& results) {
  const auto d = rows<double>(21);
  const auto i = rows<int>(22);
  const std::size_t size = 3;
  results.within("numbers in functions");
  SHOW(xt::maximum(d, 0))
  SHOW(xt::maximum(0, d))
  SHOW(xt::minimum(i, 3))
  SHOW(xt::maximum(i, 0.5))
  SHOW(xt::pow(d, 2))
  SHOW(xt::pow(2, d))
  SHOW(xt::pow(i, 2))
  SHOW(xt::pow(i, 0.5))
  SHOW(xt::pow(10000.0, i))
  SHOW(xt::fmod(d, 2))
  SHOW(xt::atan2(d, 1))
  SHOW(xt::equal(i, 3))
  SHOW(xt::equal(3, i))
  SHOW(xt::not_equal(d, 0))
  SHOW(xt::where(d > 0, 1, -1))
  SHOW(xt::where(d > 0, d, 0))
  SHOW(xt::where(d > 0, 0.0f, d))
  SHOW(xt::clip(d, -1, 1))
  SHOW(xt::clip(d, 0.0, size))
  SHOW(xt::isclose(d, 1))
  SHOW(xt::isclose(i, 1.0))
}

void lazy(Results& results) {
  results.within("lazy operands");
  std::vector<double> memory = {1, 2, 3, 4};
  const auto adapted = xt::adapt(memory, std::array<std::size_t, 2>{2, 2});
  const auto adapted_row = xt::adapt(memory, std::vector<std::size_t>{4});
  const xt::xtensor_fixed<double, xt::xshape<2, 2>> fixed = {{1, -2}, {3, -4}};
  xt::xtensor<double, 2> a = {{5, 6}, {-7, 8}};
  const xt::xtensor<double, 2, xt::layout_type::column_major> columns = {{1, 2}, {3, 4}};
  const std::vector<std::array<std::size_t, 2>> places = {{0, 1}, {1, 1}};
  SHOW(adapted + a)
  SHOW(a * adapted)
  SHOW(adapted * 2)
  SHOW(adapted_row + 1)
  SHOW(xt::exp(adapted))
  const auto by_int = xt::adapt(memory, std::vector<int>{2, 2});
  const auto by_long = xt::adapt(memory.data(), 4, xt::no_ownership(), std::vector<long>{2, 2});
  SHOW(by_int)
  SHOW(by_int + a)
  SHOW(xt::exp(by_int) * 2)
  SHOW(xt::sum(by_int, {0}))
  SHOW(xt::transpose(by_int))
  SHOW(xt::view(by_int, 1) + 1.0)
  SHOW(by_long - by_int)
  SHOW(xt::amax(by_long)())
  SHOW(fixed + a)
  SHOW(a - fixed)
  SHOW(xt::abs(fixed))
  SHOW(columns + a)
  SHOW(a / columns)
  SHOW(xt::sum(fixed, {0}))
  SHOW(xt::sum(adapted)())
  SHOW(xt::filter(a, a > 0))
  SHOW(xt::filter(a, a > 0) + 1.0)
  SHOW(xt::filter(a, a < 100.0 && a > 5.5) * 2.0)
  SHOW(xt::index_view(a, places))
  SHOW(xt::index_view(a, places) + 0.5)
  SHOW(xt::sum(xt::filter(a, a > 0))())
  SHOW_AFTER(a, xt::filter(a, a > 5.5) += 10)
  SHOW_AFTER(a, xt::filter(a, a < 0) = 0)
  SHOW_AFTER(a, xt::index_view(a, places) = 4)
  SHOW_AFTER(a, xt::masked_view(a, a > 5.0) = -1.0)
  SHOW_AFTER(a, a += adapted)
  SHOW_AFTER(a, a *= fixed)
  SHOW_AFTER(a, a = adapted)
  SHOW_AFTER(a, a = fixed * 2)
  SHOW_AFTER(a, xt::noalias(a) = a + a)
  SHOW_AFTER(a, xt::noalias(a) += a)
  auto writable = xt::adapt(memory, std::array<std::size_t, 2>{2, 2});
  SHOW_AFTER(writable, writable = a)
  SHOW_AFTER(writable, writable += a)
  SHOW_AFTER(writable, writable *= 2)
  auto writable_by_int = xt::adapt(memory, std::vector<int>{2, 2});
  SHOW_AFTER(writable_by_int, writable_by_int = a)
  SHOW_AFTER(writable_by_int, writable_by_int += a)
  SHOW_AFTER(writable_by_int, writable_by_int = xt::exp(writable_by_int - 10.0))
  SHOW(xt::argwhere(a > 0).size())
  SHOW(xt::nonzero(a)[0].size())
  const xt::xtensor<double, 2> signs = {{1, -1, 0}, {-2, 3, 4}};
  SHOW(xt::argwhere(signs > 0)[1][0])
  SHOW(xt::argwhere(signs > 0)[1][1])
  SHOW(xt::argwhere(xt::transpose(signs) > 0)[2][0])
  SHOW(xt::argwhere(xt::transpose(signs) > 0)[2][1])
  SHOW(xt::nonzero(signs)[0][2])
  SHOW(xt::where(signs < 0)[1][1])
  SHOW(xt::argwhere(xt::xarray<double>(signs) < 0).size())
  SHOW(xt::filter(signs, signs > 0))
}

void compound(Results& results) {
  results.within("compound assignment");
  auto d = rows<double>(31);
  auto i = rows<int>(32);
  auto s = rows<std::size_t>(33);
  auto f = rows<float>(34);
  const auto d1 = row<double>(35);
  const auto i1 = row<int>(36);
  SHOW_AFTER(d, d += d1)
  SHOW_AFTER(d, d -= i)
  SHOW_AFTER(d, d *= i1)
  SHOW_AFTER(d, d /= 2)
  SHOW_AFTER(d, d += true)
  SHOW_AFTER(d, d += d)
  SHOW_AFTER(d, d -= d * 0.25)
  SHOW_AFTER(d, d *= s)
  SHOW_AFTER(d, d /= f)
  SHOW_AFTER(d, d += xt::transpose(xt::eval(xt::transpose(d))))
  SHOW_AFTER(i, i += 2)
  SHOW_AFTER(i, i -= i1)
  SHOW_AFTER(i, i *= 3)
  SHOW_AFTER(i, i /= 2)
  SHOW_AFTER(i, i += 1.75)
  SHOW_AFTER(i, i *= 0.5)
  SHOW_AFTER(i, i += d1)
  SHOW_AFTER(i, i %= 4)
  SHOW_AFTER(i, i |= 1)
  SHOW_AFTER(i, i &= 3)
  SHOW_AFTER(i, i ^= 2)
  SHOW_AFTER(s, s += 1)
  SHOW_AFTER(s, s *= s)
  SHOW_AFTER(s, s -= 2)
  SHOW_AFTER(f, f += 0.5)
  SHOW_AFTER(f, f *= d1)
  SHOW_AFTER(f, f /= 3)
  SHOW_AFTER(d, d += drawn<xt::xtensor<double, 1>>({3}, 5))
  // An array grows to the shape of both.
  xt::xtensor<double, 2> small = {{1, 2}};
  const xt::xtensor<double, 2> tall = {{1}, {2}, {3}};
  SHOW_AFTER(small, small += tall)
  xt::xarray<double> any = d1;
  SHOW_AFTER(any, any += d)
  SHOW_AFTER(any, any *= 2)
  SHOW_AFTER(any, any /= any)
  xt::xtensor<double, 0> one = 3.0;
  SHOW_AFTER(one, one += 2)
  SHOW_AFTER(one, one *= one)
  xt::xtensor<double, 2> none = drawn<xt::xtensor<double, 2>>({0, 4}, 1);
  SHOW_AFTER(none, none += d1)
  SHOW_AFTER(none, none *= 2)
  auto b = rows<bool>(37);
  SHOW_AFTER(b, b &= true)
  SHOW_AFTER(b, b |= rows<bool>(38))
  SHOW_AFTER(b, b ^= rows<bool>(38))
}

}  // namespace

void try_numbers_and_types(Results& results) {
  types(results);
  bools(results);
  one_array(results);
  numbers(results);
  numbers_beside_other_types(results);
  numbers_in_functions(results);
  lazy(results);
  compound(results);
}

}  // namespace plain
