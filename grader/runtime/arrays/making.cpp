// Arrays made from nothing, or from one in another shape.

#include "arrays/support.hpp"

#include <cmath>

namespace softmark::eager {
namespace {

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
  R result = allocated<R>({count});
  const T first = number_of<T>(start);
  const double by = number_of<double>(step);
  for (std::size_t i = 0; i < count; ++i)
    result.data()[i] = static_cast<T>(static_cast<double>(first) + static_cast<double>(i) * by);
  return result;
}

template <class R>
R linspace(double start, double stop, std::size_t count, bool endpoint) {
  R result = allocated<R>({count});
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
  R result = allocated<R>({n, n});
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

/// The elements of `a` in one row, in another shape.
template <class R>
R refilled(const Operand& a, const Shape& shape) {
  R result = allocated<R>(shape);
  const Row<Value<R>> row(a);
  std::copy(row.begin(), row.end(), result.data());
  return result;
}

template <class R>
R reshaped(const Operand& a, const std::ptrdiff_t* shape, std::size_t rank) {
  return refilled<R>(a, with_one_unknown(a, shape, rank));
}

template <class R>
R squeezed(const Operand& a) {
  Shape shape;
  for (std::size_t axis = 0; axis < a.rank; ++axis)
    if (a.shape[axis] != 1) shape.add(a.shape[axis]);
  return refilled<R>(a, shape);
}

template <class T>
void broadcast_elements(Result<T> result, const Operand& a, const std::size_t* lengths,
                        std::size_t rank) {
  const Shape shape(lengths, rank);
  if (!broadcasts(a, shape)) {
    const std::string message = "cannot broadcast " + text(a) + " to " + text(shape);
    throw xt::broadcast_error(message.c_str());
  }
  copy_elements(a, shape, result.allocated(shape));
}

template <class R>
R broadcast(const Operand& a, const std::size_t* lengths, std::size_t rank) {
  return made<R>(broadcast_elements<Value<R>>, a, lengths, rank);
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
  const Shape whole(array.shape, array.rank);
  const Shape lengths = with_one_unknown(only_shape(whole), shape, rank);
  const Strides strides = dense_strides(lengths);
  Operand dense = only_shape(lengths);
  dense.strides = strides.data();
  return layout(array.offset, dense);
}

}  // namespace softmark::eager
