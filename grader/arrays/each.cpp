// Functions of each element.

#include "arrays/support.hpp"

#include <cmath>
#include <limits>

namespace softmark::eager {
namespace {

template <class T>
void map_values(Unary op, const Row<T>& row, T* target) {
  const auto each = [&](auto f) {
    for (const T value : row) *target++ = f(value);
  };
  switch (op) {
    case Unary::plus:
      return each([](T x) { return x; });
    case Unary::minus:
      return each([](T x) { return -x; });
    case Unary::abs:
      if constexpr (std::is_unsigned_v<T>) {
        return each([](T x) { return x; });
      } else {
        return each([](T x) { return std::abs(x); });
      }
    case Unary::square:
      return each([](T x) { return x * x; });
    case Unary::cube:
      return each([](T x) { return x * x * x; });
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == Unary::bit_not) return each([](T x) { return ~x; });
  } else {
    switch (op) {
      case Unary::sign:
        return each([](T x) { return std::isnan(x) ? x : x == 0 ? x : std::copysign(T(1), x); });
      case Unary::nan_to_num:
        return each([](T x) {
          if (std::isnan(x)) return T(0);
          if (std::isinf(x))
            return x < 0 ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
          return x;
        });
#define SOFTMARK_CASE(name) \
  case Unary::name:         \
    return each([](T x) { return std::name(x); });
        SOFTMARK_CASE(exp)
        SOFTMARK_CASE(exp2)
        SOFTMARK_CASE(expm1)
        SOFTMARK_CASE(log) SOFTMARK_CASE(log2) SOFTMARK_CASE(log10) SOFTMARK_CASE(log1p)
            SOFTMARK_CASE(sqrt) SOFTMARK_CASE(cbrt) SOFTMARK_CASE(sin) SOFTMARK_CASE(cos)
                SOFTMARK_CASE(tan) SOFTMARK_CASE(asin) SOFTMARK_CASE(acos) SOFTMARK_CASE(atan)
                    SOFTMARK_CASE(sinh) SOFTMARK_CASE(cosh) SOFTMARK_CASE(tanh) SOFTMARK_CASE(asinh)
                        SOFTMARK_CASE(acosh) SOFTMARK_CASE(atanh) SOFTMARK_CASE(erf)
                            SOFTMARK_CASE(erfc) SOFTMARK_CASE(tgamma) SOFTMARK_CASE(lgamma)
                                SOFTMARK_CASE(ceil) SOFTMARK_CASE(floor) SOFTMARK_CASE(trunc)
                                    SOFTMARK_CASE(round) SOFTMARK_CASE(nearbyint)
                                        SOFTMARK_CASE(rint)
#undef SOFTMARK_CASE
                                            default : break;
    }
  }
  throw std::logic_error("this function is not one of these elements");
}

void test_values(Unary op, const Operand& a, bool* target) {
  const auto each = [&](auto f) {
    for (const double value : Row<double>(a)) *target++ = f(value);
  };
  switch (op) {
    case Unary::logical_not:
      return each([](double x) { return !x; });
    case Unary::isnan:
      return each([](double x) { return std::isnan(x); });
    case Unary::isinf:
      return each([](double x) { return std::isinf(x); });
    case Unary::isfinite:
      return each([](double x) { return std::isfinite(x); });
    default:
      throw std::logic_error("this function does not test");
  }
}

}  // namespace

template <class R>
R unary(Unary op, const Operand& a) {
  using T = Value<R>;
  R result = allocated<R>(shape_of(a));
  if constexpr (std::is_same_v<T, bool>) {
    test_values(op, a, result.data());
  } else {
    map_values<T>(op, Row<T>(a), result.data());
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

#define SOFTMARK_INSTANTIATE(T, rank)                                   \
  template Plain<T, rank> unary<Plain<T, rank>>(Unary, const Operand&); \
  template Plain<T, rank> converted<Plain<T, rank>>(const Operand&);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

}  // namespace softmark::eager
