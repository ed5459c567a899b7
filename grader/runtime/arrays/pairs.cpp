// Operators and functions of each pair of elements after broadcasting.

#include "arrays/support.hpp"

#include <cmath>

namespace softmark::eager {
namespace {

std::string axis_name(std::size_t from_the_end) {
  if (from_the_end == 1) return "the last axis";
  if (from_the_end == 2) return "the last axis but one";
  return "axis -" + std::to_string(from_the_end);
}

[[noreturn]] void refuse(const Words& words, const Operand& a, const Operand& b, std::size_t back) {
  const Operand& first = words.swapped ? b : a;
  const Operand& second = words.swapped ? a : b;
  const std::string message = words.before + text(first) + words.between + text(second) +
                              ": along " + axis_name(back) + ", " +
                              std::to_string(a.shape[a.rank - back]) + " meets " +
                              std::to_string(b.shape[b.rank - back]);
  throw xt::broadcast_error(message.c_str());
}

/// Computes a row of pairs: target[i] from x[i * x_step] and y[i * y_step].
template <class T, class R>
using PairRow = void(const T* x, std::ptrdiff_t x_step, const T* y, std::ptrdiff_t y_step,
                     std::size_t count, R* target);

/// A row of f(x, y), where f is an F, which holds nothing. The only code that is compiled for each
/// operation and type.
template <class T, class R, class F>
void pair_row(const T* x, std::ptrdiff_t x_step, const T* y, std::ptrdiff_t y_step,
              std::size_t count, R* target) {
  const F f;
  for (std::size_t i = 0; i < count; ++i, x += x_step, y += y_step)
    target[i] = static_cast<R>(f(*x, *y));
}

/// Computes all pairs, row by row.
template <class T, class R, class Compute>
void combine(const Operand& a, const Operand& b, const Shape& shape, R* target, Compute row) {
  const Row<T> left(a), right(b);
  // Two dense arrays of one shape are one run.
  const Strides dense = dense_strides(shape);
  const Strides first = left.strides(shape), second = right.strides(shape);
  const bool whole_left = first == dense || a.rank == 0;
  const bool whole_right = second == dense || b.rank == 0;
  if (whole_left && whole_right && shape.size() > 0) {
    row(left.begin(), a.rank == 0 ? 0 : 1, right.begin(), b.rank == 0 ? 0 : 1, shape.size(),
        target);
    return;
  }
  for_each_run<2>(shape, {first, second},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    row(left.begin() + offsets[0], steps[0], right.begin() + offsets[1], steps[1],
                        count, target);
                    target += count;
                  });
}

#define SOFTMARK_CASE(name, value) \
  case Binary::name:               \
    return each([](T x, T y) { return value; })

template <class T>
void compare_values(Binary op, const Operand& a, const Operand& b, const Shape& shape,
                    bool* target) {
  const auto each = [&]<class F>(F) {
    combine<T, bool, PairRow<T, bool>*>(a, b, shape, target, pair_row<T, bool, F>);
  };
  switch (op) {
    SOFTMARK_CASE(less, x < y);
    SOFTMARK_CASE(less_equal, x <= y);
    SOFTMARK_CASE(greater, x > y);
    SOFTMARK_CASE(greater_equal, x >= y);
    SOFTMARK_CASE(equal, x == y);
    SOFTMARK_CASE(not_equal, x != y);
    SOFTMARK_CASE(logical_and, x && y);
    SOFTMARK_CASE(logical_or, x || y);
    SOFTMARK_CASE(maximum, x > y ? x : y);  // of truths
    SOFTMARK_CASE(minimum, x < y ? x : y);
    default:
      throw std::logic_error("this operation does not compare");
  }
}

}  // namespace

Words words_of(Binary op) {
  if (op >= Binary::less && op <= Binary::not_equal) return {"cannot compare ", " with "};
  switch (op) {
    case Binary::add:
      return {"cannot add ", " and "};
    case Binary::subtract:
      return {"cannot subtract ", " from ", true};
    case Binary::multiply:
      return {"cannot multiply ", " by "};
    case Binary::divide:
      return {"cannot divide ", " by "};
    case Binary::modulus:
    case Binary::fmod:
    case Binary::remainder:
      return {"cannot take the remainder of ", " by "};
    case Binary::maximum:
    case Binary::fmax:
      return {"cannot take the maximum of ", " and "};
    case Binary::minimum:
    case Binary::fmin:
      return {"cannot take the minimum of ", " and "};
    case Binary::power:
      return {"cannot raise ", " to the power of "};
    default:
      return {"cannot combine ", " and "};
  }
}

Shape broadcast_shape(const Words& words, const Operand& a, const Operand& b) {
  const Operand& larger = a.rank >= b.rank ? a : b;
  Shape shape = shape_of(larger);
  for (std::size_t back = 1; back <= a.rank && back <= b.rank; ++back) {
    const std::size_t left = a.shape[a.rank - back];
    const std::size_t right = b.shape[b.rank - back];
    if (left != right && left != 1 && right != 1) refuse(words, a, b, back);
    shape[shape.rank - back] = left == 1 ? right : left;
  }
  return shape;
}

template <class T>
void calculate(Binary op, const Operand& a, const Operand& b, const Shape& shape, T* target) {
  const auto each = [&]<class F>(F) {
    combine<T, T, PairRow<T, T>*>(a, b, shape, target, pair_row<T, T, F>);
  };
  switch (op) {
    SOFTMARK_CASE(add, x + y);
    SOFTMARK_CASE(subtract, x - y);
    SOFTMARK_CASE(multiply, x * y);
    SOFTMARK_CASE(divide, x / y);
    SOFTMARK_CASE(maximum, x > y ? x : y);
    SOFTMARK_CASE(minimum, x < y ? x : y);
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      SOFTMARK_CASE(modulus, x % y);
      SOFTMARK_CASE(bit_and, x & y);
      SOFTMARK_CASE(bit_or, x | y);
      SOFTMARK_CASE(bit_xor, x ^ y);
      default:
        break;
    }
  } else {
    switch (op) {
      SOFTMARK_CASE(power, std::pow(x, y));
      SOFTMARK_CASE(fmod, std::fmod(x, y));
      SOFTMARK_CASE(remainder, std::remainder(x, y));
      SOFTMARK_CASE(fmax, std::fmax(x, y));
      SOFTMARK_CASE(fmin, std::fmin(x, y));
      SOFTMARK_CASE(fdim, std::fdim(x, y));
      SOFTMARK_CASE(hypot, std::hypot(x, y));
      SOFTMARK_CASE(atan2, std::atan2(x, y));
      default:
        break;
    }
  }
  throw std::logic_error("this operation is not one of these elements");
}
#undef SOFTMARK_CASE

Shape broadcast_shape(const Words& words, std::initializer_list<Operand> operands) {
  Shape shape;
  for (const Operand& each : operands) {
    const Shape so_far = shape;
    shape = broadcast_shape(words, only_shape(so_far), each);
  }
  return shape;
}

ShapeList shape_of_all(std::initializer_list<Operand> operands) {
  const Shape shape = broadcast_shape(Words{"cannot combine ", " and ", false}, operands);
  ShapeList list;
  std::copy_n(shape.lengths, shape.rank, list.lengths);
  list.rank = shape.rank;
  return list;
}

template <class R>
R binary(Binary op, Element common, const Operand& a, const Operand& b) {
  const Shape shape = broadcast_shape(words_of(op), a, b);
  R result = allocated<R>(shape);
  if constexpr (std::is_same_v<Value<R>, bool>) {
    with_element(
        common, [&](auto like) { compare_values<decltype(like)>(op, a, b, shape, result.data()); });
  } else {
    calculate(op, a, b, shape, result.data());
  }
  return result;
}

namespace {

void compare_closely(Result<bool> result, const Operand& a, const Operand& b, double rtol,
                     double atol, bool equal_nan) {
  const Shape shape = broadcast_shape(words_of(Binary::equal), a, b);
  const auto near = [&](double x, double y) {
    if (std::isnan(x) && std::isnan(y)) return equal_nan;
    if (std::isinf(x) && std::isinf(y)) return x == y;
    const double difference = std::abs(x - y);
    return difference <= atol || difference <= rtol * std::max(std::abs(x), std::abs(y));
  };
  combine<double>(a, b, shape, result.allocated(shape),
                  [&](const double* x, std::ptrdiff_t x_step, const double* y,
                      std::ptrdiff_t y_step, std::size_t count, bool* row) {
                    for (std::size_t i = 0; i < count; ++i, x += x_step, y += y_step)
                      row[i] = near(*x, *y);
                  });
}

}  // namespace

template <class R>
R close(const Operand& a, const Operand& b, double rtol, double atol, bool equal_nan) {
  return made<R>(compare_closely, a, b, rtol, atol, equal_nan);
}

}  // namespace softmark::eager
