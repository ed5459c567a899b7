// What goes along an axis: order, running sums, places of extremes.

#include "arrays/support.hpp"

#include <numeric>

namespace softmark::eager {
namespace {

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

#define SOFTMARK_INSTANTIATE(T, rank) \
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
