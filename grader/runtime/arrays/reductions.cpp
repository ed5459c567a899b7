// Sums, means, extremes and their like.

#include "arrays/support.hpp"

#include <cmath>
#include <functional>
#include <limits>

namespace softmark::eager {
namespace {

const char* name_of(Reduction op) {
  constexpr const char* names[] = {"xt::sum",    "xt::prod", "xt::mean", "xt::variance",
                                   "xt::stddev", "xt::amax", "xt::amin", "xt::count_nonzero"};
  const auto place = static_cast<std::size_t>(op);  // norms are the last
  return place < std::size(names) ? names[place] : "xt::norm";
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
void fold(const Row<T>& row, const Shape& shape, const Plan& plan, R* target, F f) {
  for_each_run<2>(shape, {row.strides(shape), dense_strides(plan.kept)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const T* x = row.begin() + offsets[0];
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

template <class T>
void divide(T* target, std::size_t size, double divisor) {
  for (std::size_t i = 0; i < size; ++i) target[i] = static_cast<T>(target[i] / divisor);
}

/// The mean of the squared deviations. xtensor divides by whole numbers: (elements - ddof) /
/// results.
void variance_of(const Operand& a, const Plan& plan, const Axes& axes, double* target) {
  const Shape shape = shape_of(a);
  if (axes.ddof > shape.size()) {
    throw std::invalid_argument("xt::variance: an array of shape " + text(a) +
                                " has fewer elements than the " + std::to_string(axes.ddof) +
                                " to be subtracted");
  }
  const std::size_t size = plan.result.size();
  auto means = allocated<xt::xarray<double>>(plan.kept);
  means.fill(0);
  fold(Row<double>(a), shape, plan, means.data(), std::plus<>());
  divide(means.data(), size, static_cast<double>(plan.count));
  const auto deviations =
      binary<xt::xarray<double>>(Binary::subtract, Element::real, a, operand(means));
  fold(Row<double>(operand(deviations)), shape, plan, target,
       [](double sum, double x) { return sum + x * x; });
  const std::size_t elements = shape.size() - axes.ddof;
  const double divisor = axes.all    ? static_cast<double>(elements)
                         : size == 0 ? 0.0
                                     : static_cast<double>(elements / size);
  divide(target, size, divisor);
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
  const auto each = [&](auto f) { fold(Row<T>(a), shape_of(a), plan, target, f); };
  if constexpr (std::is_floating_point_v<T>) {
    switch (op) {
      case Reduction::mean:
        each(std::plus<>());
        return divide(target, size,
                      static_cast<double>(axes.all ? shape_of(a).size() : plan.count));
      case Reduction::variance:
        return variance_of(a, plan, axes, target);
      case Reduction::norm_l1:
        return each([](T sum, T x) { return sum + std::abs(x); });
      case Reduction::norm_sq:
        return each([](T sum, T x) { return sum + x * x; });
      case Reduction::norm_linf:
        return each([](T most, T x) { return std::max(most, std::abs(x)); });
      case Reduction::stddev:
      case Reduction::norm_l2:
        reduce_elements(op == Reduction::stddev ? Reduction::variance : Reduction::norm_sq, a, axes,
                        plan, target);
        std::transform(target, target + size, target, [](T x) { return std::sqrt(x); });
        return;
      default:
        break;
    }
  }
  switch (op) {
    case Reduction::largest:
      return each([](T held, T x) { return held > x ? held : x; });
    case Reduction::smallest:
      return each([](T held, T x) { return held < x ? held : x; });
    case Reduction::sum:
      return each(std::plus<T>());
    case Reduction::product:
      return each(std::multiplies<T>());
    case Reduction::count_nonzero:
      return fold(Row<double>(a), shape_of(a), plan, target,
                  [](T count, double x) { return static_cast<T>(count + (x != 0 ? 1 : 0)); });
    default:
      throw std::logic_error("this reduction is not one of these elements");
  }
}

}  // namespace

Axes all_axes(bool keep, std::size_t ddof) { return {{}, 0, true, keep, ddof}; }

namespace {

template <class T>
void reduce_array(Result<T> result, Reduction op, const Operand& a, const Axes& axes);

/// One axis after the other, from the last on, as xtensor does. It matters where there are NaN.
template <class T>
void reduce_one_by_one(Result<T> result, Reduction op, const Operand& a, const Plan& plan) {
  Axes rest = all_axes(false, 0);
  rest.all = false;
  for (std::size_t axis = 0; axis < a.rank; ++axis)
    if (plan.goes[axis]) rest.list[rest.count++] = static_cast<std::ptrdiff_t>(axis);
  Axes last = rest;
  last.list[0] = rest.list[--rest.count];
  last.count = 1;
  const auto partly = reduce<xt::xarray<T>>(op, a, last);
  reduce_array(result, op, operand(partly), rest);
}

template <class T>
void reduce_array(Result<T> result, Reduction op, const Operand& a, const Axes& axes) {
  const Plan plan = plan_of(op, a, axes);
  if constexpr (std::is_floating_point_v<T>) {
    const bool extreme = op == Reduction::largest || op == Reduction::smallest;
    if (extreme && !axes.keep && std::count(plan.goes, plan.goes + a.rank, true) > 1)
      return reduce_one_by_one(result, op, a, plan);
  }
  reduce_elements(op, a, axes, plan, result.allocated(plan.result));
}

}  // namespace

template <class R>
R reduce(Reduction op, const Operand& a, const Axes& axes) {
  return made<R>(reduce_array<Value<R>>, op, a, axes);
}

}  // namespace softmark::eager
