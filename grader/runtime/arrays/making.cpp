// Arrays made from nothing, from one in another shape, or from several.

#include "arrays/support.hpp"

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
R reshaped(const Operand& a, const std::ptrdiff_t* shape, std::size_t rank) {
  R result = allocated<R>(with_one_unknown(a, shape, rank));
  const Row<Value<R>> row(a);
  std::copy(row.begin(), row.end(), result.data());
  return result;
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

namespace {

[[noreturn]] void refuse_join(const char* function, const Operand& first, const Operand& other) {
  const std::string message = std::string(function) + ": arrays of shapes " + text(first) +
                              " and " + text(other) + " do not fit";
  throw xt::concatenate_error(message.c_str());
}

const char* name_of(Join how) {
  constexpr const char* names[] = {"xt::concatenate", "xt::stack", "xt::hstack", "xt::vstack"};
  return names[static_cast<std::size_t>(how)];
}

/// Parts as they come to stand one behind the other along an axis.
struct JoinPlan {
  std::vector<Shape> shapes;
  Shape whole;
  std::size_t axis;
};

/// Gives each part an axis of length 1. Throws where they are not alike.
void add_axis(const char* function, const Operand* parts, std::size_t axis,
              std::vector<Shape>& shapes) {
  const Shape like = shapes.front();
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (shapes[i] != like) refuse_join(function, parts[0], parts[i]);
  if (axis > like.rank)
    throw std::invalid_argument(std::string(function) + ": arrays of shape " + text(parts[0]) +
                                " cannot be put along axis " + std::to_string(axis));
  for (Shape& shape : shapes) {
    shape.add(1);
    std::rotate(shape.lengths + axis, shape.lengths + like.rank, shape.lengths + shape.rank);
  }
}

JoinPlan plan_of(Join how, const Operand* parts, std::size_t count, std::size_t axis) {
  const char* function = name_of(how);
  std::vector<Shape> shapes;
  for (std::size_t p = 0; p < count; ++p) shapes.push_back(shape_of(parts[p]));
  if (how == Join::hstack) axis = shapes.front().rank > 1 ? 1 : 0;
  if (how == Join::vstack) axis = 0;
  if (how == Join::stack || (how == Join::vstack && shapes.front().rank == 1))
    add_axis(function, parts, axis, shapes);
  Shape whole = shapes.front();
  if (axis >= whole.rank)
    throw std::invalid_argument(std::string(function) + ": an array of shape " + text(parts[0]) +
                                " has no axis " + std::to_string(axis));
  for (std::size_t i = 1; i < count; ++i) {
    Shape like = whole;
    like[axis] = axis < shapes[i].rank ? shapes[i][axis] : 0;
    if (shapes[i] != like) refuse_join(function, parts[0], parts[i]);
    whole[axis] += like[axis];
  }
  return {std::move(shapes), whole, axis};
}

template <class T>
void join_elements(Result<T> result, Join how, const Operand* parts, std::size_t count,
                   std::size_t axis) {
  const JoinPlan joined = plan_of(how, parts, count, axis);
  T* target = result.allocated(joined.whole);
  const std::size_t inner = inner_size(joined.whole, joined.axis);
  const std::size_t line = joined.whole[joined.axis] * inner;
  for (std::size_t p = 0; p < count; ++p) {
    const Row<T> row(parts[p]);
    const std::size_t piece = joined.shapes[p][joined.axis] * inner;
    for (std::size_t o = 0; piece > 0 && o < row.size() / piece; ++o)
      std::copy_n(row.begin() + o * piece, piece, target + o * line);
    target += piece;
  }
}

}  // namespace

template <class R>
R join(Join how, const Operand* parts, std::size_t count, std::size_t axis) {
  return made<R>(join_elements<Value<R>>, how, parts, count, axis);
}

}  // namespace softmark::eager
