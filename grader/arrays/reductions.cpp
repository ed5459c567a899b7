// Sums, means, extremes and their like.

#include "arrays/support.hpp"

#include <cmath>
#include <limits>

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

#define SOFTMARK_INSTANTIATE(T, rank) \
  template Plain<T, rank> reduce<Plain<T, rank>>(Reduction, const Operand&, const Axes&);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

}  // namespace softmark::eager
