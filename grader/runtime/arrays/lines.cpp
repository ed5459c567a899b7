// What goes along an axis: order, running sums, places of extremes.

#include "arrays/support.hpp"

#include <memory>
#include <numeric>

namespace softmark::eager {

/// The elements that lie along an axis, or all of them in one row.
struct Lines {
  Shape shape;
  std::size_t axis = 0;

  Lines(const char* function, const Operand& a, bool all, std::ptrdiff_t along)
      : shape(shape_of(a)) {
    if (all) {
      shape = {shape.size()};
    } else {
      axis = axis_of(function, along, a);
    }
  }
  std::size_t length() const { return shape[axis]; }
};

/// Calls f(first, step) for each line, first being the place of its first element.
template <class F>
void for_each_line(const Lines& lines, F f) {
  const std::size_t inner = inner_size(lines.shape, lines.axis), size = lines.shape.size();
  for (std::size_t first = 0; first < size; first += lines.length() * inner)
    for (std::size_t i = 0; i < inner; ++i) f(first + i, inner);
}

namespace {

template <class T>
void accumulate_elements(Result<T> result, Reduction op, const Operand& a, bool all,
                         std::ptrdiff_t axis) {
  const Lines lines(op == Reduction::sum ? "xt::cumsum" : "xt::cumprod", a, all, axis);
  T* target = result.allocated(lines.shape);
  const Row<T> row(a);
  std::copy(row.begin(), row.end(), target);
  for_each_line(lines, [&](std::size_t first, std::size_t step) {
    T* value = target + first;
    for (std::size_t i = 1; i < lines.length(); ++i, value += step)
      value[step] = op == Reduction::sum ? *value + value[step] : *value * value[step];
  });
}

void find_extremes(Result<std::size_t> result, Reduction op, const Operand& a, bool all,
                   std::ptrdiff_t axis) {
  const Lines lines(op == Reduction::largest ? "xt::argmax" : "xt::argmin", a, all, axis);
  Shape shape;
  for (std::size_t i = 0; !all && i < a.rank; ++i)
    if (i != lines.axis) shape.add(a.shape[i]);
  std::size_t* target = result.allocated(shape);
  std::fill_n(target, shape.size(), std::size_t(0));  // what lines without elements have
  with_element(a.element, [&](auto like) {
    const Row<decltype(like)> row(a);
    for_each_line(lines, [&](std::size_t first, std::size_t step) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < lines.length(); ++i) {
        const auto value = row[first + i * step], most = row[first + best * step];
        if (op == Reduction::largest ? value > most : value < most) best = i;
      }
      *target++ = best;
    });
  });
}

template <class T>
void sort_elements(Result<T> result, const Operand& a, bool all, std::ptrdiff_t axis) {
  const Lines lines("xt::sort", a, all, axis);
  T* target = result.allocated(lines.shape);
  const Row<T> row(a);
  const auto values = std::make_unique<T[]>(lines.length());
  for_each_line(lines, [&](std::size_t first, std::size_t step) {
    for (std::size_t i = 0; i < lines.length(); ++i) values[i] = row[first + i * step];
    std::stable_sort(values.get(), values.get() + lines.length());
    for (std::size_t i = 0; i < lines.length(); ++i) target[first + i * step] = values[i];
  });
}

void find_order(Result<std::size_t> result, const Operand& a, bool all, std::ptrdiff_t axis) {
  const Lines lines("xt::argsort", a, all, axis);
  std::size_t* target = result.allocated(lines.shape);
  const Row<double> row(a);
  std::vector<std::size_t> order(lines.length());
  for_each_line(lines, [&](std::size_t first, std::size_t step) {
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      return row[first + i * step] < row[first + j * step];
    });
    for (std::size_t i = 0; i < lines.length(); ++i) target[first + i * step] = order[i];
  });
}

}  // namespace

template <class R>
R accumulate(Reduction op, const Operand& a, bool all, std::ptrdiff_t axis) {
  return made<R>(accumulate_elements<Value<R>>, op, a, all, axis);
}
template <class R>
R arg_reduce(Reduction op, const Operand& a, bool all, std::ptrdiff_t axis) {
  return made<R>(find_extremes, op, a, all, axis);
}
template <class R>
R sort(const Operand& a, bool all, std::ptrdiff_t axis) {
  return made<R>(sort_elements<Value<R>>, a, all, axis);
}
template <class R>
R argsort(const Operand& a, bool all, std::ptrdiff_t axis) {
  return made<R>(find_order, a, all, axis);
}

}  // namespace softmark::eager
