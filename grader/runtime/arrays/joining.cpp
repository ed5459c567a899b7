// Arrays put together from others: one behind the other, repeated, tiled, rolled.

#include "arrays/support.hpp"

namespace softmark::eager {
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

template <class T>
void repeat_elements(Result<T> result, const Operand& a, std::size_t times, std::size_t axis) {
  const std::size_t along = axis_of("xt::repeat", static_cast<std::ptrdiff_t>(axis), a);
  Shape shape = shape_of(a);
  const std::size_t inner = inner_size(shape, along);
  shape[along] *= times;
  T* target = result.allocated(shape);
  const Row<T> row(a);
  for (std::size_t first = 0; first < row.size(); first += inner)
    for (std::size_t t = 0; t < times; ++t)
      target = std::copy_n(row.begin() + first, inner, target);
}

template <class T>
void tile_elements(Result<T> result, const Operand& a, const ShapeList& times) {
  Shape shape = shape_of(a);
  if (times.rank != shape.rank)
    throw std::invalid_argument("xt::tile: an array of shape " + text(a) + " needs " +
                                std::to_string(shape.rank) + " numbers of times, not " +
                                std::to_string(times.rank));
  for (std::size_t axis = 0; axis < shape.rank; ++axis) shape[axis] *= times.lengths[axis];
  T* target = result.allocated(shape);
  const Row<T> row(a);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::size_t place = 0, step = 1, rest = i;
    for (std::size_t axis = shape.rank; axis-- > 0; rest /= shape[axis], step *= a.shape[axis])
      place += rest % shape[axis] % a.shape[axis] * step;
    target[i] = row[place];
  }
}

template <class T>
void lay_along_axis(Result<T> result, const Operand& row, std::size_t axis,
                    const std::size_t* shape, std::size_t rank) {
  std::size_t lengths[Shape::most];
  std::ptrdiff_t strides[Shape::most] = {};
  std::fill_n(lengths, rank, std::size_t{1});
  lengths[axis] = shape[axis], strides[axis] = row.strides[0];
  Operand along = row;
  along.shape = lengths, along.strides = strides, along.rank = static_cast<unsigned>(rank);
  T* target = result.allocated(Shape(shape, rank));
  copy_elements(along, Shape(shape, rank), target);
}

template <class T>
void roll_elements(Result<T> result, const Operand& a, std::ptrdiff_t shift, bool all,
                   std::ptrdiff_t axis) {
  const Shape shape = shape_of(a);
  const std::size_t along = all ? 0 : axis_of("xt::roll", axis, a);
  T* target = result.allocated(shape);
  const Row<T> row(a);
  if (row.size() == 0) return;
  const std::size_t inner = all ? 1 : inner_size(shape, along);
  const std::size_t length = all ? row.size() : shape[along];
  const auto whole = static_cast<std::ptrdiff_t>(length);
  const auto by = static_cast<std::size_t>(((shift % whole) + whole) % whole);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t line = i / (length * inner), place = i / inner % length, rest = i % inner;
    target[(line * length + (place + by) % length) * inner + rest] = row[i];
  }
}

}  // namespace

template <class R>
R join(Join how, const Operand* parts, std::size_t count, std::size_t axis) {
  return made<R>(join_elements<Value<R>>, how, parts, count, axis);
}
template <class R>
R repeat(const Operand& a, std::size_t times, std::size_t axis) {
  return made<R>(repeat_elements<Value<R>>, a, times, axis);
}
template <class R>
R tile(const Operand& a, const ShapeList& times) {
  return made<R>(tile_elements<Value<R>>, a, times);
}
template <class R>
R along_axis(const Operand& row, std::size_t axis, const std::size_t* shape, std::size_t rank) {
  return made<R>(lay_along_axis<Value<R>>, row, axis, shape, rank);
}
template <class R>
R roll(const Operand& a, std::ptrdiff_t shift, bool all, std::ptrdiff_t axis) {
  return made<R>(roll_elements<Value<R>>, a, shift, all, axis);
}

}  // namespace softmark::eager
