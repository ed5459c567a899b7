// Sums, means and their like; running sums; places of extremes; order.

#include "arrays/support.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace softmark::eager {
namespace {

const char* name_of(Reduction op) {
  switch (op) {
    case Reduction::sum:
      return "xt::sum";
    case Reduction::product:
      return "xt::prod";
    case Reduction::mean:
      return "xt::mean";
    case Reduction::variance:
      return "xt::variance";
    case Reduction::stddev:
      return "xt::stddev";
    case Reduction::largest:
      return "xt::amax";
    case Reduction::smallest:
      return "xt::amin";
    case Reduction::count_nonzero:
      return "xt::count_nonzero";
    default:
      return "xt::norm";
  }
}

/// Which axes go, and the shapes with and without them.
struct Plan {
  bool goes[Shape::most] = {};
  Shape kept;             ///< 1 where an axis goes
  Shape result;           ///< as asked for
  std::size_t count = 1;  ///< elements in each sum
};

Plan plan_of(Reduction op, const Operand& a, const Axes& axes) {
  Plan plan;
  const Shape shape = shape_of(a);
  for (std::size_t axis = 0; axis < shape.rank; ++axis) plan.goes[axis] = axes.all;
  for (std::size_t i = 0; i < axes.count; ++i) {
    bool& goes = plan.goes[axis_of(name_of(op), axes.list[i], a)];
    if (goes)
      throw std::invalid_argument(std::string(name_of(op)) + ": axis " +
                                  std::to_string(axes.list[i]) + " is named twice");
    // As in xtensor, where {-1, -2} throws as well.
    if (std::any_of(&goes, plan.goes + shape.rank, [](bool later) { return later; })) {
      throw std::invalid_argument(std::string(name_of(op)) + ": axis " +
                                  std::to_string(axes.list[i]) + " of an array of shape " +
                                  text(a) + " must be named before those behind it");
    }
    goes = true;
  }
  for (std::size_t axis = 0; axis < shape.rank; ++axis) {
    if (plan.goes[axis]) plan.count *= shape[axis];
    plan.kept.add(plan.goes[axis] ? 1 : shape[axis]);
    if (!plan.goes[axis] || axes.keep) plan.result.add(plan.kept[axis]);
  }
  return plan;
}

/// target[place] = f(target[place], element) for each element, row by row.
template <class T, class R, class F>
void fold(const Operand& a, const Plan& plan, R* target, F f) {
  const Source<T> source(a);
  const Shape shape = shape_of(a);
  Strides to = dense_strides(plan.kept);
  for_each_run<2>(shape, {source.strides(shape), to},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const T* x = source.data() + offsets[0];
                    R* y = target + offsets[1];
                    if (steps[1] == 0) {
                      R held = *y;
                      for (std::size_t i = 0; i < count; ++i, x += steps[0]) held = f(held, *x);
                      *y = held;
                    } else {
                      for (std::size_t i = 0; i < count; ++i, x += steps[0], y += steps[1])
                        *y = f(*y, *x);
                    }
                  });
}

template <class R>
void mean_of(const Operand& a, const Plan& plan, double divisor, R* target, std::size_t size) {
  fold<double>(a, plan, target, [](R sum, double x) { return static_cast<R>(sum + x); });
  for (std::size_t i = 0; i < size; ++i) target[i] = static_cast<R>(target[i] / divisor);
}

/// The mean of the squared deviations. xtensor divides by whole numbers: (elements - ddof) /
/// results.
template <class R>
void variance_of(const Operand& a, const Plan& plan, const Axes& axes, R* target,
                 std::size_t size) {
  if (axes.ddof > shape_of(a).size()) {
    throw std::invalid_argument("xt::variance: an array of shape " + text(a) +
                                " has fewer elements than the " + std::to_string(axes.ddof) +
                                " to be subtracted");
  }
  std::vector<double> means(size, 0.0);
  mean_of(a, plan, static_cast<double>(plan.count), means.data(), size);
  const Source<double> source(a);
  const Shape shape = shape_of(a);
  const Strides to = dense_strides(plan.kept);
  for_each_run<2>(shape, {source.strides(shape), to},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const double* x = source.data() + offsets[0];
                    std::ptrdiff_t y = offsets[1];
                    for (std::size_t i = 0; i < count; ++i, x += steps[0], y += steps[1]) {
                      const double deviation = *x - means[static_cast<std::size_t>(y)];
                      target[y] = static_cast<R>(target[y] + deviation * deviation);
                    }
                  });
  const std::size_t elements = shape.size() - axes.ddof;
  const double divisor = axes.all    ? static_cast<double>(elements)
                         : size == 0 ? 0.0
                                     : static_cast<double>(elements / size);
  for (std::size_t i = 0; i < size; ++i) target[i] = static_cast<R>(target[i] / divisor);
}

template <class T, class F>
void place_along(const Operand& a, bool all, std::size_t axis, std::size_t* target, F better) {
  const Row<T> row(a);
  std::size_t length = row.size(), inner = 1, outer = 1;
  if (!all) {
    length = a.shape[axis];
    for (std::size_t i = 0; i < axis; ++i) outer *= a.shape[i];
    for (std::size_t i = axis + 1; i < a.rank; ++i) inner *= a.shape[i];
  }
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < inner; ++i) {
      const T* first = row.begin() + o * length * inner + i;
      std::size_t best = 0;
      for (std::size_t k = 1; k < length; ++k)
        if (better(first[k * inner], first[best * inner])) best = k;
      *target++ = best;
    }
  }
}

/// Calls f(first, step, length) for each row of elements along `axis`, first being its place.
template <class F>
void for_each_line(const Shape& shape, std::size_t axis, F f) {
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < shape.rank; ++i) inner *= shape[i];
  const std::size_t length = shape[axis];
  if (shape.size() == 0) return;
  const std::size_t outer = shape.size() / (length * inner);
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) f(o * length * inner + i, inner, length);
}

Shape in_one_row(const Operand& a) {
  Shape row;
  row.add(shape_of(a).size());
  return row;
}

template <class T>
void reduce_elements(Reduction op, const Operand& a, const Axes& axes, const Plan& plan,
                     T* target) {
  const std::size_t size = plan.result.size();
  const T start = op == Reduction::largest    ? std::numeric_limits<T>::lowest()
                  : op == Reduction::smallest ? std::numeric_limits<T>::max()
                  : op == Reduction::product  ? T(1)
                                              : T(0);
  std::fill_n(target, size, start);
  switch (op) {
    case Reduction::largest:
      fold<T>(a, plan, target, [](T held, T x) { return held > x ? held : x; });
      break;
    case Reduction::smallest:
      fold<T>(a, plan, target, [](T held, T x) { return held < x ? held : x; });
      break;
    default:
      if constexpr (!std::is_same_v<T, bool>) {
        switch (op) {
          case Reduction::sum:
            fold<T>(a, plan, target, [](T sum, T x) { return sum + x; });
            break;
          case Reduction::product:
            fold<T>(a, plan, target, [](T product, T x) { return product * x; });
            break;
          case Reduction::count_nonzero:
            fold<double>(a, plan, target,
                         [](T count, double x) { return count + (x != 0 ? 1 : 0); });
            break;
          default:
            break;
        }
      }
      if constexpr (std::is_floating_point_v<T>) {
        switch (op) {
          case Reduction::mean:
            mean_of(a, plan, static_cast<double>(axes.all ? shape_of(a).size() : plan.count),
                    target, size);
            break;
          case Reduction::stddev:
          case Reduction::variance:
            variance_of(a, plan, axes, target, size);
            break;
          case Reduction::norm_l1:
            fold<T>(a, plan, target, [](T sum, T x) { return sum + std::abs(x); });
            break;
          case Reduction::norm_l2:
          case Reduction::norm_sq:
            fold<T>(a, plan, target, [](T sum, T x) { return sum + x * x; });
            break;
          case Reduction::norm_linf:
            fold<T>(a, plan, target, [](T most, T x) { return std::max(most, std::abs(x)); });
            break;
          default:
            break;
        }
        if (op == Reduction::stddev || op == Reduction::norm_l2)
          for (std::size_t i = 0; i < size; ++i) target[i] = std::sqrt(target[i]);
      }
  }
}

template <class T>
void sort_elements(const Operand& a, const Shape& shape, std::size_t along, T* target) {
  const Row<T> row(a);
  std::vector<unsigned char> line(shape.rank == 0 ? 0 : shape[along] * sizeof(T));
  T* values = reinterpret_cast<T*>(line.data());
  for_each_line(shape, along, [&](std::size_t first, std::size_t step, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) values[i] = row[first + i * step];
    std::stable_sort(values, values + length);
    for (std::size_t i = 0; i < length; ++i) target[first + i * step] = values[i];
  });
}

template <class T>
void accumulate_elements(Reduction op, const Operand& a, const Shape& shape, std::size_t along,
                         T* values) {
  const Row<T> row(a);
  std::copy(row.begin(), row.end(), values);
  for_each_line(shape, along, [&](std::size_t first, std::size_t step, std::size_t length) {
    for (std::size_t i = 1; i < length; ++i) {
      T& value = values[first + i * step];
      const T before = values[first + (i - 1) * step];
      value = op == Reduction::sum ? before + value : before * value;
    }
  });
}

void order_elements(const Operand& a, const Shape& shape, std::size_t along, std::size_t* target) {
  const Row<double> row(a);
  std::vector<std::size_t> order(shape.rank == 0 ? 0 : shape[along]);
  for_each_line(shape, along, [&](std::size_t first, std::size_t step, std::size_t length) {
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      return row[first + i * step] < row[first + j * step];
    });
    for (std::size_t i = 0; i < length; ++i) target[first + i * step] = order[i];
  });
}

void place_elements(Reduction op, const Operand& a, bool all, std::size_t along,
                    std::size_t* target) {
  with_element(a.element, [&](auto like) {
    using T = decltype(like);
    if (op == Reduction::largest) {
      place_along<T>(a, all, along, target, [](T x, T best) { return x > best; });
    } else {
      place_along<T>(a, all, along, target, [](T x, T best) { return x < best; });
    }
  });
}

}  // namespace

Axes all_axes(bool keep, std::size_t ddof) { return {{}, 0, true, keep, ddof}; }

/// One axis after the other, from the last on, as xtensor does. It matters where there are NaN.
template <class R>
R one_by_one(Reduction op, const Operand& a, const Plan& plan) {
  Axes rest = all_axes(false, 0);
  rest.all = false;
  for (std::size_t axis = 0; axis < a.rank; ++axis)
    if (plan.goes[axis]) rest.list[rest.count++] = static_cast<std::ptrdiff_t>(axis);
  Axes last = rest;
  last.list[0] = rest.list[--rest.count];
  last.count = 1;
  const auto partly = reduce<xt::xarray<Value<R>>>(op, a, last);
  return reduce<R>(op, operand(partly), rest);
}

template <class R>
R reduce(Reduction op, const Operand& a, const Axes& axes) {
  const Plan plan = plan_of(op, a, axes);
  if constexpr (std::is_floating_point_v<Value<R>>) {
    const bool extreme = op == Reduction::largest || op == Reduction::smallest;
    if (extreme && !axes.keep && std::count(plan.goes, plan.goes + a.rank, true) > 1)
      return one_by_one<R>(op, a, plan);
  }
  R result = allocated<R>(plan.result);
  reduce_elements(op, a, axes, plan, result.data());
  return result;
}

template <class R>
R accumulate(Reduction op, const Operand& a, bool all, std::ptrdiff_t axis) {
  const Shape shape = all ? in_one_row(a) : shape_of(a);
  const std::size_t along =
      all ? 0 : axis_of(op == Reduction::sum ? "xt::cumsum" : "xt::cumprod", axis, a);
  R result = allocated<R>(shape);
  accumulate_elements(op, a, shape, along, result.data());
  return result;
}

template <class R>
R arg_reduce(Reduction op, const Operand& a, bool all, std::ptrdiff_t axis) {
  Shape shape;
  std::size_t along = 0;
  if (!all) {
    along = axis_of(op == Reduction::largest ? "xt::argmax" : "xt::argmin", axis, a);
    for (std::size_t i = 0; i < a.rank; ++i)
      if (i != along) shape.add(a.shape[i]);
  }
  R result = allocated<R>(shape);
  place_elements(op, a, all, along, result.data());
  return result;
}

template <class R>
R sort(const Operand& a, bool all, std::ptrdiff_t axis) {
  const Shape shape = all ? in_one_row(a) : shape_of(a);
  const std::size_t along = all ? 0 : axis_of("xt::sort", axis, a);
  R result = allocated<R>(shape);
  sort_elements(a, shape, along, result.data());
  return result;
}

template <class R>
R argsort(const Operand& a, bool all, std::ptrdiff_t axis) {
  const Shape shape = all ? in_one_row(a) : shape_of(a);
  const std::size_t along = all ? 0 : axis_of("xt::argsort", axis, a);
  R result = allocated<R>(shape);
  order_elements(a, shape, along, result.data());
  return result;
}

#define SOFTMARK_INSTANTIATE(T, rank)                                                     \
  template Plain<T, rank> reduce<Plain<T, rank>>(Reduction, const Operand&, const Axes&); \
  template Plain<T, rank> sort<Plain<T, rank>>(const Operand&, bool, std::ptrdiff_t);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_INSTANTIATE(T, rank)                                                 \
  template Plain<T, rank> accumulate<Plain<T, rank>>(Reduction, const Operand&, bool, \
                                                     std::ptrdiff_t);
SOFTMARK_RANKS(SOFTMARK_INSTANTIATE, int)
SOFTMARK_RANKS(SOFTMARK_INSTANTIATE, long)
SOFTMARK_RANKS(SOFTMARK_INSTANTIATE, unsigned long)
SOFTMARK_RANKS(SOFTMARK_INSTANTIATE, double)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_INSTANTIATE(T, rank)                                                 \
  template Plain<T, rank> arg_reduce<Plain<T, rank>>(Reduction, const Operand&, bool, \
                                                     std::ptrdiff_t);                 \
  template Plain<T, rank> argsort<Plain<T, rank>>(const Operand&, bool, std::ptrdiff_t);
SOFTMARK_RANKS(SOFTMARK_INSTANTIATE, unsigned long)
#undef SOFTMARK_INSTANTIATE

}  // namespace softmark::eager
