// Operators and functions of each element, or of each pair of elements after broadcasting.

#include "arrays/support.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace softmark::eager {
namespace {

struct Words {
  const char* before;
  const char* between;
  bool swapped;  ///< the second operand is named first
};

Words words_of(Binary op) {
  switch (op) {
    case Binary::add:
      return {"cannot add ", " and ", false};
    case Binary::subtract:
      return {"cannot subtract ", " from ", true};
    case Binary::multiply:
      return {"cannot multiply ", " by ", false};
    case Binary::divide:
      return {"cannot divide ", " by ", false};
    case Binary::modulus:
    case Binary::fmod:
    case Binary::remainder:
      return {"cannot take the remainder of ", " by ", false};
    case Binary::maximum:
    case Binary::fmax:
      return {"cannot take the maximum of ", " and ", false};
    case Binary::minimum:
    case Binary::fmin:
      return {"cannot take the minimum of ", " and ", false};
    case Binary::power:
      return {"cannot raise ", " to the power of ", false};
    case Binary::less:
    case Binary::less_equal:
    case Binary::greater:
    case Binary::greater_equal:
    case Binary::equal:
    case Binary::not_equal:
      return {"cannot compare ", " with ", false};
    default:
      return {"cannot combine ", " and ", false};
  }
}

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
  if (x_step == 1 && y_step == 1) {
    for (std::size_t i = 0; i < count; ++i) target[i] = static_cast<R>(f(x[i], y[i]));
  } else if (x_step == 1 && y_step == 0) {
    const T second = *y;
    for (std::size_t i = 0; i < count; ++i) target[i] = static_cast<R>(f(x[i], second));
  } else {
    for (std::size_t i = 0; i < count; ++i, x += x_step, y += y_step)
      target[i] = static_cast<R>(f(*x, *y));
  }
}

/// Computes all pairs, row by row.
template <class T, class R, class Row>
void combine(const Operand& a, const Operand& b, const Shape& shape, R* target, Row row) {
  const Source<T> left(a), right(b);
  // Two dense arrays of one shape are one run.
  const Strides dense = dense_strides(shape);
  const Strides first = left.strides(shape), second = right.strides(shape);
  const bool whole_left = first == dense || a.rank == 0;
  const bool whole_right = second == dense || b.rank == 0;
  if (whole_left && whole_right && shape.size() > 0) {
    row(left.data(), a.rank == 0 ? 0 : 1, right.data(), b.rank == 0 ? 0 : 1, shape.size(), target);
    return;
  }
  for_each_run<2>(
      shape, {first, second}, [&](const auto& offsets, std::size_t count, const auto& steps) {
        row(left.data() + offsets[0], steps[0], right.data() + offsets[1], steps[1], count, target);
        target += count;
      });
}

template <class T, class R>
struct Calculator {
  const Operand& a;
  const Operand& b;
  const Shape& shape;
  R* target;
  template <class F>
  void operator()(F) const {
    combine<T, R, PairRow<T, R>*>(a, b, shape, target, pair_row<T, R, F>);
  }
};

/// Operations whose result is of the operands' common type. The result is false for others.
template <class T>
bool combine_values(Binary op, const Operand& a, const Operand& b, const Shape& shape, T* target) {
  const Calculator<T, T> each{a, b, shape, target};
  switch (op) {
    case Binary::add:
      each([](T x, T y) { return x + y; });
      return true;
    case Binary::subtract:
      each([](T x, T y) { return x - y; });
      return true;
    case Binary::multiply:
      each([](T x, T y) { return x * y; });
      return true;
    case Binary::divide:
      each([](T x, T y) { return x / y; });
      return true;
    case Binary::maximum:
      each([](T x, T y) { return x > y ? x : y; });
      return true;
    case Binary::minimum:
      each([](T x, T y) { return x < y ? x : y; });
      return true;
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case Binary::modulus:
        each([](T x, T y) { return x % y; });
        return true;
      case Binary::bit_and:
        each([](T x, T y) { return x & y; });
        return true;
      case Binary::bit_or:
        each([](T x, T y) { return x | y; });
        return true;
      case Binary::bit_xor:
        each([](T x, T y) { return x ^ y; });
        return true;
      default:
        return false;
    }
  } else {
    switch (op) {
      case Binary::power:
        each([](T x, T y) { return std::pow(x, y); });
        return true;
      case Binary::fmod:
        each([](T x, T y) { return std::fmod(x, y); });
        return true;
      case Binary::remainder:
        each([](T x, T y) { return std::remainder(x, y); });
        return true;
      case Binary::fmax:
        each([](T x, T y) { return std::fmax(x, y); });
        return true;
      case Binary::fmin:
        each([](T x, T y) { return std::fmin(x, y); });
        return true;
      case Binary::fdim:
        each([](T x, T y) { return std::fdim(x, y); });
        return true;
      case Binary::hypot:
        each([](T x, T y) { return std::hypot(x, y); });
        return true;
      case Binary::atan2:
        each([](T x, T y) { return std::atan2(x, y); });
        return true;
      default:
        return false;
    }
  }
}

template <class T>
void compare_values(Binary op, const Operand& a, const Operand& b, const Shape& shape,
                    bool* target) {
  const Calculator<T, bool> each{a, b, shape, target};
  switch (op) {
    case Binary::less:
      return each([](T x, T y) { return x < y; });
    case Binary::less_equal:
      return each([](T x, T y) { return x <= y; });
    case Binary::greater:
      return each([](T x, T y) { return x > y; });
    case Binary::greater_equal:
      return each([](T x, T y) { return x >= y; });
    case Binary::equal:
      return each([](T x, T y) { return x == y; });
    case Binary::not_equal:
      return each([](T x, T y) { return x != y; });
    case Binary::logical_and:
      return each([](T x, T y) { return x && y; });
    case Binary::logical_or:
      return each([](T x, T y) { return x || y; });
    case Binary::maximum:  // of truths
      return each([](T x, T y) { return x > y ? x : y; });
    case Binary::minimum:
      return each([](T x, T y) { return x < y ? x : y; });
    default:
      throw std::logic_error("this operation does not compare");
  }
}

template <class T>
void calculate(Binary op, const Operand& a, const Operand& b, const Shape& shape, T* target) {
  if (!combine_values(op, a, b, shape, target))
    throw std::logic_error("this operation is not one of these elements");
}

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
        SOFTMARK_CASE(expm1) SOFTMARK_CASE(log) SOFTMARK_CASE(log2) SOFTMARK_CASE(log10)
            SOFTMARK_CASE(log1p) SOFTMARK_CASE(sqrt) SOFTMARK_CASE(cbrt) SOFTMARK_CASE(sin)
                SOFTMARK_CASE(cos) SOFTMARK_CASE(tan) SOFTMARK_CASE(asin) SOFTMARK_CASE(acos)
                    SOFTMARK_CASE(atan) SOFTMARK_CASE(sinh) SOFTMARK_CASE(cosh) SOFTMARK_CASE(tanh)
                        SOFTMARK_CASE(asinh) SOFTMARK_CASE(acosh) SOFTMARK_CASE(atanh)
                            SOFTMARK_CASE(erf) SOFTMARK_CASE(erfc) SOFTMARK_CASE(tgamma)
                                SOFTMARK_CASE(lgamma) SOFTMARK_CASE(ceil) SOFTMARK_CASE(floor)
                                    SOFTMARK_CASE(trunc) SOFTMARK_CASE(round)
                                        SOFTMARK_CASE(nearbyint) SOFTMARK_CASE(rint)
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

Shape shape_of_three(const Words& words, const Operand& a, const Operand& b, const Operand& c) {
  const Shape first = broadcast_shape(words, a, b);
  Operand both;  // of which only the shape is read
  both.shape = first.lengths;
  both.rank = static_cast<unsigned>(first.rank);
  return broadcast_shape(words, both, c);
}

/// Whether writing the elements of `target` could change those of `b`.
bool overlap(const Operand& target, const Operand& b) {
  if (b.data == nullptr) return false;
  const auto extent = [](const Operand& a) {
    const std::size_t width = with_element(a.element, [](auto like) { return sizeof(like); });
    auto first = reinterpret_cast<std::uintptr_t>(a.data);
    auto last = first + width;
    for (unsigned axis = 0; axis < a.rank; ++axis) {
      if (a.shape[axis] == 0) return std::pair(first, first);
      const auto reach = a.strides[axis] * static_cast<std::ptrdiff_t>((a.shape[axis] - 1) * width);
      (reach < 0 ? first : last) += static_cast<std::uintptr_t>(reach);
    }
    return std::pair(first, last);
  };
  const auto [first, last] = extent(target);
  const auto [begin, end] = extent(b);
  return first < end && begin < last;
}

[[noreturn]] void refuse_view(const Shape& shape, const Operand& view) {
  const std::string message = "cannot assign " + text(shape) + " to a view of shape " + text(view);
  throw xt::broadcast_error(message.c_str());
}

/// Writes `values`, row by row, to the elements of `target`.
template <class T, class V>
void write_elements(const Operand& target, const V* values) {
  T* first = static_cast<T*>(const_cast<void*>(target.data));
  const Shape shape = shape_of(target);
  for_each_run<1>(shape, {broadcast_strides(target, shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    T* to = first + offsets[0];
                    for (std::size_t i = 0; i < count; ++i, to += steps[0])
                      *to = static_cast<T>(*values++);
                  });
}

/// target[i] = target[i] op b[i] where both are of one type and lie apart.
template <class T>
bool update_in_place(Binary op, const Operand& target, const Operand& b) {
  if (std::is_same_v<T, bool> || overlap(target, b)) return false;
  T* first = static_cast<T*>(const_cast<void*>(target.data));
  const Shape shape = shape_of(target);
  const Source<T> right(b);
  const auto each = [&](auto f) {
    for_each_run<2>(shape, {broadcast_strides(target, shape), right.strides(shape)},
                    [&](const auto& offsets, std::size_t count, const auto& steps) {
                      T* x = first + offsets[0];
                      const T* y = right.data() + offsets[1];
                      for (std::size_t i = 0; i < count; ++i, x += steps[0], y += steps[1])
                        f(*x, *y);
                    });
  };
  switch (op) {
    case Binary::add:
      each([](T& x, T y) { x += y; });
      return true;
    case Binary::subtract:
      each([](T& x, T y) { x -= y; });
      return true;
    case Binary::multiply:
      each([](T& x, T y) { x *= y; });
      return true;
    case Binary::divide:
      each([](T& x, T y) { x /= y; });
      return true;
    default:
      return false;
  }
}

/// a op b, computed in the type `common` and converted to T.
template <class T>
std::vector<unsigned char> calculated(Binary op, Element common, const Operand& a, const Operand& b,
                                      const Shape& shape) {
  std::vector<unsigned char> result(shape.size() * sizeof(T));
  T* target = reinterpret_cast<T*>(result.data());
  with_element(common, [&](auto like) {
    using C = std::conditional_t<std::is_same_v<decltype(like), bool>, int, decltype(like)>;
    std::vector<C> values(shape.size());
    calculate(op, a, b, shape, values.data());
    std::transform(values.begin(), values.end(), target,
                   [](C value) { return static_cast<T>(value); });
  });
  return result;
}

/// What an array becomes that grows to the shape of both.
struct Grown {
  Shape shape;
  std::vector<unsigned char> values;
};

/// Changes the elements of `target` where its shape is that of both. Else it is for the caller to
/// grow it, as a whole array may and a view may not.
template <class T>
std::optional<Grown> update_elements(Binary op, Element common, const Operand& target,
                                     const Operand& b, bool may_grow) {
  const Shape shape = broadcast_shape(words_of(op), target, b);
  const bool same = shape == shape_of(target);
  if (same && common == element_of<T> && update_in_place<T>(op, target, b)) return std::nullopt;
  if (!same && !may_grow) refuse_view(shape, target);
  auto values = calculated<T>(op, common, target, b, shape);
  if (!same) return Grown{shape, std::move(values)};
  write_elements<T>(target, reinterpret_cast<const T*>(values.data()));
  return std::nullopt;
}

/// Throws where `source` does not broadcast to `target`, a view.
template <class T>
void assign_elements(const Operand& target, const Operand& source) {
  const Shape places = shape_of(target);
  if (!broadcasts(source, places)) refuse_view(shape_of(source), target);
  std::vector<unsigned char> copy(places.size() * sizeof(T));  // the source may overlap the target
  T* values = reinterpret_cast<T*>(copy.data());
  copy_elements(source, places, values);
  write_elements<T>(target, values);
}

template <class T>
void select_elements(const Operand& condition, const Operand& yes, const Operand& no,
                     const Shape& shape, T* target) {
  const Source<bool> test(condition);
  const Source<T> first(yes), second(no);
  for_each_run<3>(shape, {test.strides(shape), first.strides(shape), second.strides(shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const bool* c = test.data() + offsets[0];
                    const T* x = first.data() + offsets[1];
                    const T* y = second.data() + offsets[2];
                    for (std::size_t i = 0; i < count;
                         ++i, c += steps[0], x += steps[1], y += steps[2])
                      *target++ = *c ? *x : *y;
                  });
}

template <class T>
void clip_elements(const Operand& a, const Operand& low, const Operand& high, const Shape& shape,
                   T* target) {
  const Source<T> value(a), least(low), most(high);
  for_each_run<3>(shape, {value.strides(shape), least.strides(shape), most.strides(shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const T* x = value.data() + offsets[0];
                    const T* lo = least.data() + offsets[1];
                    const T* hi = most.data() + offsets[2];
                    for (std::size_t i = 0; i < count;
                         ++i, x += steps[0], lo += steps[1], hi += steps[2])
                      *target++ = *x < *lo ? *lo : *hi < *x ? *hi : *x;
                  });
}

void close_elements(const Operand& a, const Operand& b, const Shape& shape, double rtol,
                    double atol, bool equal_nan, bool* target) {
  const auto near = [&](double x, double y) {
    if (std::isnan(x) && std::isnan(y)) return equal_nan;
    if (std::isinf(x) && std::isinf(y)) return x == y;
    const double difference = std::abs(x - y);
    return difference <= atol || difference <= rtol * std::max(std::abs(x), std::abs(y));
  };
  combine<double>(a, b, shape, target,
                  [&](const double* x, std::ptrdiff_t x_step, const double* y,
                      std::ptrdiff_t y_step, std::size_t count, bool* row) {
                    for (std::size_t i = 0; i < count; ++i, x += x_step, y += y_step)
                      row[i] = near(*x, *y);
                  });
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
R binary(Binary op, Element common, const Operand& a, const Operand& b) {
  const Shape shape = broadcast_shape(words_of(op), a, b);
  if constexpr (std::is_same_v<Value<R>, bool>) {
    R result = allocated<R>(shape);
    with_element(
        common, [&](auto like) { compare_values<decltype(like)>(op, a, b, shape, result.data()); });
    return result;
  } else {
    R result = allocated<R>(shape);
    calculate(op, a, b, shape, result.data());
    return result;
  }
}

template <class A>
void update(Binary op, Element common, A& target, const Operand& b) {
  using T = Value<A>;
  constexpr bool whole = std::is_same_v<A, Plain<T, rank_of<A>>>;
  const auto grown = update_elements<T>(op, common, operand(target), b, whole);
  if constexpr (whole) {
    if (!grown) return;
    target = allocated<A>(grown->shape);
    std::copy_n(reinterpret_cast<const T*>(grown->values.data()), target.size(), target.data());
  }
}

template <class A>
void assign(A& target, const Operand& source) {
  const Operand self = operand(target);
  if constexpr (std::is_same_v<A, Plain<Value<A>, rank_of<A>>>) {
    const Shape shape = shape_of(source);
    // A new array first: the source may be a view of the old one.
    if (shape != shape_of(self) || overlap(self, source)) {
      target = converted<A>(source);
    } else {
      copy_elements(source, shape, target.data());
    }
  } else {
    assign_elements<Value<A>>(self, source);
  }
}

template <class R>
R select(const Operand& condition, const Operand& yes, const Operand& no) {
  const Words words{"xt::where: cannot combine ", " and ", false};
  const Shape shape = shape_of_three(words, condition, yes, no);
  R result = allocated<R>(shape);
  select_elements(condition, yes, no, shape, result.data());
  return result;
}

template <class R>
R clip(const Operand& a, const Operand& low, const Operand& high) {
  const Words words{"xt::clip: cannot combine ", " and ", false};
  const Shape shape = shape_of_three(words, a, low, high);
  R result = allocated<R>(shape);
  clip_elements(a, low, high, shape, result.data());
  return result;
}

template <class R>
R close(const Operand& a, const Operand& b, double rtol, double atol, bool equal_nan) {
  const Shape shape = broadcast_shape(words_of(Binary::equal), a, b);
  R result = allocated<R>(shape);
  close_elements(a, b, shape, rtol, atol, equal_nan, result.data());
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

#define SOFTMARK_INSTANTIATE(T, rank)                                                              \
  template Plain<T, rank> unary<Plain<T, rank>>(Unary, const Operand&);                            \
  template Plain<T, rank> binary<Plain<T, rank>>(Binary, Element, const Operand&, const Operand&); \
  template Plain<T, rank> select<Plain<T, rank>>(const Operand&, const Operand&, const Operand&);  \
  template Plain<T, rank> clip<Plain<T, rank>>(const Operand&, const Operand&, const Operand&);    \
  template Plain<T, rank> converted<Plain<T, rank>>(const Operand&);                               \
  template void update<Plain<T, rank>>(Binary, Element, Plain<T, rank>&, const Operand&);          \
  template void assign<Plain<T, rank>>(Plain<T, rank>&, const Operand&);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_INSTANTIATE(T, rank)                                                           \
  template Plain<T, rank> close<Plain<T, rank>>(const Operand&, const Operand&, double, double, \
                                                bool);
SOFTMARK_RANKS(SOFTMARK_INSTANTIATE, bool)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_VIEW(T, N)                                                       \
  template void update<View<T, N>>(Binary, Element, View<T, N>&, const Operand&); \
  template void assign<View<T, N>>(View<T, N>&, const Operand&);
#define SOFTMARK_INSTANTIATE(T) \
  SOFTMARK_VIEW(T, 0)           \
  SOFTMARK_VIEW(T, 1) SOFTMARK_VIEW(T, 2) SOFTMARK_VIEW(T, 3) SOFTMARK_VIEW(T, 4)
SOFTMARK_ELEMENTS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE
#undef SOFTMARK_VIEW

}  // namespace softmark::eager
