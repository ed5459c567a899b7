// Where the elements of a view lie.

#include "arrays/support.hpp"

namespace softmark::eager {
namespace {

Shape shape_of(const Layout& array) { return Shape(array.shape, array.rank); }

/// One that begins where `array` does, and has no axes yet.
Layout at_start_of(const Layout& array) {
  Layout result;
  result.offset = array.offset;
  return result;
}

void add_axis(Layout& layout, std::size_t length, std::ptrdiff_t stride) {
  if (layout.rank == Layout::most) throw std::invalid_argument("views have at most 8 axes here");
  layout.shape[layout.rank] = length;
  layout.strides[layout.rank++] = length == 1 ? 0 : stride;
}

[[noreturn]] void no_axis(const char* function, const Layout& array, std::ptrdiff_t axis) {
  throw std::invalid_argument(std::string(function) + ": an array of shape " +
                              text(shape_of(array)) + " has no axis " + std::to_string(axis));
}

void move_to(Layout& result, std::ptrdiff_t places, std::ptrdiff_t stride) {
  result.offset =
      static_cast<std::size_t>(static_cast<std::ptrdiff_t>(result.offset) + places * stride);
}

void take_index(Layout& result, const Layout& array, std::size_t axis, std::ptrdiff_t index) {
  const auto length = static_cast<std::ptrdiff_t>(array.shape[axis]);
  if (index < -length || index >= length) {
    throw std::out_of_range("xt::view: index " + std::to_string(index) + " of axis " +
                            std::to_string(axis) + " is outside an array of shape " +
                            text(shape_of(array)));
  }
  move_to(result, index < 0 ? index + length : index, array.strides[axis]);
}

void take_range(Layout& result, const Layout& array, std::size_t axis, const Slice& slice) {
  const std::size_t length = array.shape[axis];
  const Slice::Range range = slice.range(slice.slice, length);
  const std::ptrdiff_t last =
      range.start + range.step * (static_cast<std::ptrdiff_t>(range.count) - 1);
  const auto inside = [&](std::ptrdiff_t place) {
    return place >= 0 && place < static_cast<std::ptrdiff_t>(length);
  };
  if (range.count > 0 && !(inside(range.start) && inside(last))) {
    throw std::out_of_range("xt::view: places " + std::to_string(range.start) + " to " +
                            std::to_string(last) + " of axis " + std::to_string(axis) +
                            " are outside an array of shape " + text(shape_of(array)));
  }
  if (range.count > 0) move_to(result, range.start, array.strides[axis]);
  add_axis(result, range.count, range.step * array.strides[axis]);
}

}  // namespace

Slice slice_of(xt::xall_tag) { return {Slice::Kind::all}; }
Slice slice_of(xt::xnewaxis_tag) { return {Slice::Kind::new_axis}; }
Slice slice_of(xt::xellipsis_tag) { return {Slice::Kind::ellipsis}; }

Layout layout(std::size_t offset, const Operand& array) {
  Layout result;
  result.offset = offset;
  for (unsigned axis = 0; axis < array.rank; ++axis)
    add_axis(result, array.shape[axis], array.strides[axis]);
  return result;
}

Layout sliced(const Layout& array, std::initializer_list<Slice> slices) {
  std::size_t taken = 0;
  for (const Slice& slice : slices)
    taken += slice.kind != Slice::Kind::new_axis && slice.kind != Slice::Kind::ellipsis;
  Layout result = at_start_of(array);
  std::size_t axis = 0;
  const auto whole_axes = [&](std::size_t end) {
    for (; axis < end; ++axis) add_axis(result, array.shape[axis], array.strides[axis]);
  };
  for (const Slice& slice : slices) {
    switch (slice.kind) {
      case Slice::Kind::places:
      case Slice::Kind::all:
        whole_axes(axis + 1);
        break;
      case Slice::Kind::index:
        take_index(result, array, axis++, slice.index);
        break;
      case Slice::Kind::range:
        take_range(result, array, axis++, slice);
        break;
      case Slice::Kind::new_axis:
        add_axis(result, 1, 0);
        break;
      case Slice::Kind::ellipsis:
        whole_axes(axis + array.rank - taken);
        break;
    }
  }
  whole_axes(array.rank);
  return result;
}

Layout transposed(const Layout& array, const std::ptrdiff_t* permutation, std::size_t count) {
  Layout result = at_start_of(array);
  bool seen[Layout::most] = {};
  const auto refuse = [&](const std::string& axes) {
    throw xt::transpose_error(
        ("xt::transpose: " + axes + " for an array of shape " + text(shape_of(array))).c_str());
  };
  if (count != array.rank) refuse(std::to_string(count) + " axes");
  for (std::size_t i = 0; i < count; ++i) {
    const std::ptrdiff_t axis = permutation[i];
    if (axis < 0 || axis >= static_cast<std::ptrdiff_t>(array.rank) || seen[axis])
      refuse("axis " + std::to_string(axis));
    seen[axis] = true;
    add_axis(result, array.shape[axis], array.strides[axis]);
  }
  return result;
}

Layout transposed(const Layout& array) {
  Layout result = at_start_of(array);
  for (std::size_t axis = array.rank; axis-- > 0;)
    add_axis(result, array.shape[axis], array.strides[axis]);
  return result;
}

Layout expanded(const Layout& array, std::size_t axis) {
  if (axis > array.rank) no_axis("xt::expand_dims", array, static_cast<std::ptrdiff_t>(axis));
  Layout result = at_start_of(array);
  for (std::size_t i = 0; i <= array.rank; ++i) {
    if (i == axis) add_axis(result, 1, 0);
    if (i < array.rank) add_axis(result, array.shape[i], array.strides[i]);
  }
  return result;
}

Layout flipped(const Layout& array, std::size_t axis) {
  if (axis >= array.rank) no_axis("xt::flip", array, static_cast<std::ptrdiff_t>(axis));
  Layout result = array;
  if (array.shape[axis] > 0)
    move_to(result, static_cast<std::ptrdiff_t>(array.shape[axis]) - 1, array.strides[axis]);
  result.strides[axis] = -array.strides[axis];
  return result;
}

template <class V>
V make_view(typename V::storage_type::owner_type& owner, const Layout& places) {
  typename V::shape_type shape;
  typename V::strides_type strides;
  std::copy_n(places.shape, shape.size(), shape.begin());
  std::copy_n(places.strides, shape.size(), strides.begin());
  return V(typename V::storage_type(owner, places.offset), shape, strides);
}

namespace {

/// The elements at places that a list names: their shape, and where they are, row by row.
struct PickedPlaces {
  Shape shape;
  std::vector<std::ptrdiff_t> offsets;
};

PickedPlaces picked_places(const Operand& array, std::initializer_list<Slice> slices) {
  const Layout regular = sliced(layout(0, array), slices);  // with all places where there are lists
  std::vector<std::size_t> lists[Layout::most];
  PickedPlaces picked{Shape(regular.shape, regular.rank), {}};
  Shape& shape = picked.shape;
  std::size_t axis = 0;
  for (const Slice& slice : slices) {
    if (slice.kind == Slice::Kind::index) continue;
    if (slice.kind == Slice::Kind::ellipsis)
      throw std::invalid_argument(
          "xt::view: xt::ellipsis and a list of places cannot be combined here");
    if (slice.kind == Slice::Kind::places) {
      lists[axis] = slice.places(slice.slice, regular.shape[axis]);
      for (const std::size_t place : lists[axis]) {
        if (place >= regular.shape[axis])
          throw std::out_of_range("xt::view: index " + std::to_string(place) +
                                  " is outside an array of shape " + text(array));
      }
      shape[axis] = lists[axis].size();
    }
    ++axis;
  }
  std::size_t index[Layout::most] = {};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    auto offset = static_cast<std::ptrdiff_t>(regular.offset);
    for (std::size_t k = 0; k < shape.rank; ++k)
      offset += regular.strides[k] *
                static_cast<std::ptrdiff_t>(lists[k].empty() ? index[k] : lists[k][index[k]]);
    picked.offsets.push_back(offset);
    for (std::size_t k = shape.rank; k-- > 0;) {
      if (++index[k] < shape[k]) break;
      index[k] = 0;
    }
  }
  return picked;
}

}  // namespace

template <class R>
R picked(const Operand& array, std::initializer_list<Slice> slices) {
  const PickedPlaces places = picked_places(array, slices);
  R result = allocated<R>(places.shape);
  const Value<R>* first = static_cast<const Value<R>*>(array.data);
  for (std::size_t i = 0; i < places.offsets.size(); ++i)
    result.data()[i] = first[places.offsets[i]];
  return result;
}

}  // namespace softmark::eager
