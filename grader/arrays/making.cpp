// Arrays made from nothing, or from one in another shape.

#include "arrays/support.hpp"

#include <cmath>

namespace softmark::eager {
namespace {

/// Throws where `a` does not broadcast to `shape`.
void check_broadcast(const Operand& a, const Shape& shape) {
  if (broadcasts(a, shape)) return;
  const std::string message = "cannot broadcast " + text(a) + " to " + text(shape);
  throw xt::broadcast_error(message.c_str());
}

Shape with_one_unknown(const Operand& a, const std::ptrdiff_t* shape, std::size_t rank) {
  Shape lengths;
  std::size_t known = 1;
  std::size_t unknown = rank;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (shape[axis] < 0) unknown = axis;
    lengths.add(shape[axis] < 0 ? 1 : static_cast<std::size_t>(shape[axis]));
    known *= lengths[axis];
  }
  const std::size_t size = shape_of(a).size();
  if (unknown < rank && known > 0) lengths[unknown] = size / known;
  if (lengths.size() != size) {
    throw std::invalid_argument("an array of shape " + text(a) + ", with " + std::to_string(size) +
                                " elements, cannot have the shape " + text(lengths));
  }
  return lengths;
}

}  // namespace

template <class R>
R filled(const std::size_t* shape, std::size_t rank, const Operand& value) {
  R result = allocated<R>(Shape(shape, rank));
  std::fill_n(result.data(), result.size(), number_of<Value<R>>(value));
  return result;
}

template <class R>
R steps(const Operand& start, const Operand& step, std::size_t count) {
  using T = Value<R>;
  Shape shape;
  shape.add(count);
  R result = allocated<R>(shape);
  const T first = number_of<T>(start);
  const double by = number_of<double>(step);
  for (std::size_t i = 0; i < count; ++i)
    result.data()[i] = static_cast<T>(static_cast<double>(first) + static_cast<double>(i) * by);
  return result;
}

template <class R>
R linspace(double start, double stop, std::size_t count, bool endpoint) {
  Shape shape;
  shape.add(count);
  R result = allocated<R>(shape);
  const double step =
      (stop - start) / std::fmax(1.0, static_cast<double>(count - (endpoint ? 1 : 0)));
  for (std::size_t i = 0; i < count; ++i)
    result.data()[i] = static_cast<Value<R>>(start + step * static_cast<double>(i));
  if (endpoint && count > 1) result.data()[count - 1] = static_cast<Value<R>>(stop);
  return result;
}

template <class R>
R eye(const std::size_t* lengths, std::size_t rank, int offset) {
  const Shape shape(lengths, rank);
  R result = allocated<R>(shape);
  std::fill_n(result.data(), result.size(), Value<R>(0));
  if (rank < 2) return result;
  const auto rows = static_cast<std::ptrdiff_t>(shape[rank - 2]);
  const auto columns = static_cast<std::ptrdiff_t>(shape[rank - 1]);
  const std::size_t matrices =
      rows * columns == 0 ? 0 : shape.size() / static_cast<std::size_t>(rows * columns);
  for (std::size_t m = 0; m < matrices; ++m) {
    Value<R>* matrix = result.data() + m * static_cast<std::size_t>(rows * columns);
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      if (i + offset >= 0 && i + offset < columns) matrix[i * columns + i + offset] = Value<R>(1);
  }
  return result;
}

template <class R>
R diag(const Operand& a, int offset) {
  const std::size_t apart = static_cast<std::size_t>(std::abs(offset));
  const std::size_t n = a.shape[0] + apart;
  Shape shape;
  shape.add(n);
  shape.add(n);
  R result = allocated<R>(shape);
  std::fill_n(result.data(), result.size(), Value<R>(0));
  const Row<Value<R>> row(a);
  for (std::size_t i = 0; i < row.size(); ++i)
    result.data()[offset >= 0 ? i * n + i + apart : (i + apart) * n + i] = row[i];
  return result;
}

template <class R>
R triangle(const Operand& a, int offset, bool lower) {
  const Shape shape = shape_of(a);
  if (shape.rank != 2)
    throw std::invalid_argument(std::string(lower ? "xt::tril" : "xt::triu") +
                                ": takes a matrix, not shape " + text(a));
  R result = allocated<R>(shape);
  const Row<Value<R>> row(a);
  for (std::size_t i = 0; i < shape[0]; ++i) {
    for (std::size_t j = 0; j < shape[1]; ++j) {
      const std::ptrdiff_t above =
          static_cast<std::ptrdiff_t>(i) + offset - static_cast<std::ptrdiff_t>(j);
      const std::size_t place = i * shape[1] + j;
      result.data()[place] = (lower ? above >= 0 : above <= 0) ? row[place] : Value<R>(0);
    }
  }
  return result;
}

template <class R>
R reshaped(const Operand& a, const std::ptrdiff_t* shape, std::size_t rank) {
  R result = allocated<R>(with_one_unknown(a, shape, rank));
  const Row<Value<R>> row(a);
  std::copy(row.begin(), row.end(), result.data());
  return result;
}

template <class R>
R squeezed(const Operand& a) {
  Shape shape;
  for (std::size_t axis = 0; axis < a.rank; ++axis)
    if (a.shape[axis] != 1) shape.add(a.shape[axis]);
  R result = allocated<R>(shape);
  const Row<Value<R>> row(a);
  std::copy(row.begin(), row.end(), result.data());
  return result;
}

template <class R>
R broadcast(const Operand& a, const std::size_t* lengths, std::size_t rank) {
  const Shape shape(lengths, rank);
  check_broadcast(a, shape);
  R result = allocated<R>(shape);
  copy_elements(a, shape, result.data());
  return result;
}

template <class R>
R random_integers(const std::size_t* shape, std::size_t rank, long low, long high,
                  std::mt19937& engine) {
  using T = Value<R>;
  R result = allocated<R>(Shape(shape, rank));
  std::uniform_int_distribution<T> number(static_cast<T>(low), static_cast<T>(high - 1));
  for (T& element : result.storage()) element = number(engine);
  return result;
}

template <class R>
R random_reals(const std::size_t* shape, std::size_t rank, double low, double high,
               std::mt19937& engine) {
  R result = allocated<R>(Shape(shape, rank));
  std::uniform_real_distribution<double> number(low, high);
  for (double& element : result.storage()) element = number(engine);
  return result;
}

void print(std::ostream& stream, const Operand& a) {
  with_element(a.element, [&](auto like) {
    // Of another layout, so that xtensor's own printing is called and not this function again.
    using T = decltype(like);
    const xt::xarray<T> rows = converted<xt::xarray<T>>(a);
    const xt::xarray<T, xt::layout_type::column_major> columns(rows);
    stream << columns;
  });
}

Layout in_shape(const Layout& array, const std::ptrdiff_t* shape, std::size_t rank) {
  Operand whole;
  whole.shape = array.shape;
  whole.rank = array.rank;
  const Shape lengths = with_one_unknown(whole, shape, rank);
  const Strides strides = dense_strides(lengths);
  Layout result;
  result.offset = array.offset;
  result.rank = static_cast<unsigned>(lengths.rank);
  std::copy_n(lengths.lengths, lengths.rank, result.shape);
  std::copy_n(strides.begin(), lengths.rank, result.strides);
  return result;
}

#define SOFTMARK_INSTANTIATE(T, rank)                                                              \
  template Plain<T, rank> filled<Plain<T, rank>>(const std::size_t*, std::size_t, const Operand&); \
  template Plain<T, rank> reshaped<Plain<T, rank>>(const Operand&, const std::ptrdiff_t*,          \
                                                   std::size_t);                                   \
  template Plain<T, rank> broadcast<Plain<T, rank>>(const Operand&, const std::size_t*,            \
                                                    std::size_t);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_INSTANTIATE(N)                                                                \
  template Plain<int, N> random_integers<Plain<int, N>>(const std::size_t*, std::size_t, long, \
                                                        long, std::mt19937&);                  \
  template Plain<double, N> random_reals<Plain<double, N>>(const std::size_t*, std::size_t,    \
                                                           double, double, std::mt19937&);
SOFTMARK_INSTANTIATE(1)
SOFTMARK_INSTANTIATE(2)
SOFTMARK_INSTANTIATE(3)
SOFTMARK_INSTANTIATE(4)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_INSTANTIATE(T)                                                            \
  template Plain<T, 1> steps<Plain<T, 1>>(const Operand&, const Operand&, std::size_t);    \
  template Plain<T, 1> linspace<Plain<T, 1>>(double, double, std::size_t, bool);           \
  template Plain<T, 2> eye<Plain<T, 2>>(const std::size_t*, std::size_t, int);             \
  template Plain<T, dynamic> eye<Plain<T, dynamic>>(const std::size_t*, std::size_t, int); \
  template Plain<T, 2> diag<Plain<T, 2>>(const Operand&, int);                             \
  template Plain<T, 2> triangle<Plain<T, 2>>(const Operand&, int, bool);                   \
  template Plain<T, dynamic> triangle<Plain<T, dynamic>>(const Operand&, int, bool);       \
  template Plain<T, dynamic> squeezed<Plain<T, dynamic>>(const Operand&);
SOFTMARK_ELEMENTS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

}  // namespace softmark::eager
