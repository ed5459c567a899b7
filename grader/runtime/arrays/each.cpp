// Functions of each element.

#include "arrays/support.hpp"

#include <cmath>
#include <limits>

namespace softmark::eager {
namespace {

using OfReal = double (*)(double);

double sign(double x) { return std::isnan(x) || x == 0 ? x : std::copysign(1.0, x); }

double nan_to_num(double x) {
  if (std::isnan(x)) return 0;
  if (!std::isinf(x)) return x;
  return std::copysign(std::numeric_limits<double>::max(), x);
}

constexpr std::pair<Unary, OfReal> of_reals[] = {
    {Unary::sign, sign},          {Unary::nan_to_num, nan_to_num},
    {Unary::exp, std::exp},       {Unary::exp2, std::exp2},
    {Unary::expm1, std::expm1},   {Unary::log, std::log},
    {Unary::log2, std::log2},     {Unary::log10, std::log10},
    {Unary::log1p, std::log1p},   {Unary::sqrt, std::sqrt},
    {Unary::cbrt, std::cbrt},     {Unary::sin, std::sin},
    {Unary::cos, std::cos},       {Unary::tan, std::tan},
    {Unary::asin, std::asin},     {Unary::acos, std::acos},
    {Unary::atan, std::atan},     {Unary::sinh, std::sinh},
    {Unary::cosh, std::cosh},     {Unary::tanh, std::tanh},
    {Unary::asinh, std::asinh},   {Unary::acosh, std::acosh},
    {Unary::atanh, std::atanh},   {Unary::erf, std::erf},
    {Unary::erfc, std::erfc},     {Unary::tgamma, std::tgamma},
    {Unary::lgamma, std::lgamma}, {Unary::ceil, std::ceil},
    {Unary::floor, std::floor},   {Unary::trunc, std::trunc},
    {Unary::round, std::round},   {Unary::nearbyint, std::nearbyint},
    {Unary::rint, std::rint}};
/// f of each element.
template <class T, class R, class F>
void map(const Row<T>& row, R* target, F f) {
  std::transform(row.begin(), row.end(), target, [&](T x) { return static_cast<R>(f(x)); });
}

#define SOFTMARK_CASE(name, value) \
  case Unary::name:                \
    return map(row, target, [](auto x) { return value; })

template <class T>
void map_values(Unary op, const Row<T>& row, T* target) {
  switch (op) {
    SOFTMARK_CASE(plus, x);
    SOFTMARK_CASE(minus, -x);
    SOFTMARK_CASE(square, x * x);
    SOFTMARK_CASE(cube, x * x * x);
    case Unary::abs:
      if constexpr (std::is_unsigned_v<T>) {
        return map(row, target, [](T x) { return x; });
      } else {
        return map(row, target, [](T x) { return std::abs(x); });
      }
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == Unary::bit_not) return map(row, target, [](T x) { return ~x; });
  } else {
    for (const auto& [name, function] : of_reals)
      if (name == op) return map(row, target, function);
  }
  throw std::logic_error("this function is not one of these elements");
}

void test_values(Unary op, const Row<double>& row, bool* target) {
  switch (op) {
    SOFTMARK_CASE(logical_not, !x);
    SOFTMARK_CASE(isnan, std::isnan(x));
    SOFTMARK_CASE(isinf, std::isinf(x));
    SOFTMARK_CASE(isfinite, std::isfinite(x));
    default:
      throw std::logic_error("this function does not test");
  }
}
#undef SOFTMARK_CASE

}  // namespace

template <class R>
R unary(Unary op, const Operand& a) {
  R result = allocated<R>(shape_of(a));
  if constexpr (std::is_same_v<Value<R>, bool>) {
    test_values(op, Row<double>(a), result.data());
  } else {
    map_values(op, Row<Value<R>>(a), result.data());
  }
  return result;
}

template <class R>
R converted(const Operand& a) {
  const Shape shape = shape_of(a);
  R result = allocated<R>(shape);
  copy_elements(a, shape, result.data());
  return result;
}

bool all(const Operand& a) {
  const Row<bool> row(a);
  return std::all_of(row.begin(), row.end(), [](bool element) { return element; });
}

bool any(const Operand& a) {
  const Row<bool> row(a);
  return std::any_of(row.begin(), row.end(), [](bool element) { return element; });
}

}  // namespace softmark::eager
