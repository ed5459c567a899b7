// Compound assignment, and assignment to arrays and views.

#include "arrays/pairs.hpp"

namespace softmark::eager {
namespace {

/// Whether writing the elements of `target` could change those of `b`.
bool overlap(const Operand& target, const Operand& b) {
  if (b.data == nullptr) return false;
  const auto extent = [](const Operand& a) {
    const std::size_t width = with_element(a.element, [](auto like) { return sizeof(like); });
    auto first = reinterpret_cast<std::uintptr_t>(a.data);
    auto last = first + width;
    for (unsigned axis = 0; axis < a.rank; ++axis) {
      if (a.shape[axis] == 0) return std::pair(first, first);
      const auto reach = a.strides[axis] * static_cast<std::ptrdiff_t>((a.shape[axis] - 1) * width);
      (reach < 0 ? first : last) += static_cast<std::uintptr_t>(reach);
    }
    return std::pair(first, last);
  };
  const auto [first, last] = extent(target);
  const auto [begin, end] = extent(b);
  return first < end && begin < last;
}

[[noreturn]] void refuse_view(const Shape& shape, const Operand& view) {
  const std::string message = "cannot assign " + text(shape) + " to a view of shape " + text(view);
  throw xt::broadcast_error(message.c_str());
}

/// Writes `values`, row by row, to the elements of `target`.
template <class T, class V>
void write_elements(const Operand& target, const V* values) {
  T* first = static_cast<T*>(const_cast<void*>(target.data));
  const Shape shape = shape_of(target);
  for_each_run<1>(shape, {broadcast_strides(target, shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    T* to = first + offsets[0];
                    for (std::size_t i = 0; i < count; ++i, to += steps[0])
                      *to = static_cast<T>(*values++);
                  });
}

/// target[i] = target[i] op b[i] where both are of one type and lie apart.
template <class T>
bool update_in_place(Binary op, const Operand& target, const Operand& b) {
  if (overlap(target, b)) return false;
  T* first = static_cast<T*>(const_cast<void*>(target.data));
  const Shape shape = shape_of(target);
  const Source<T> right(b);
  const auto each = [&](auto f) {
    for_each_run<2>(shape, {broadcast_strides(target, shape), right.strides(shape)},
                    [&](const auto& offsets, std::size_t count, const auto& steps) {
                      T* x = first + offsets[0];
                      const T* y = right.data() + offsets[1];
                      for (std::size_t i = 0; i < count; ++i, x += steps[0], y += steps[1])
                        f(*x, *y);
                    });
  };
  switch (op) {
    case Binary::add:
      each([](T& x, T y) { x += y; });
      return true;
    case Binary::subtract:
      each([](T& x, T y) { x -= y; });
      return true;
    case Binary::multiply:
      each([](T& x, T y) { x *= y; });
      return true;
    case Binary::divide:
      each([](T& x, T y) { x /= y; });
      return true;
    default:
      return false;
  }
}

/// a op b, computed in the type `common` and converted to T.
template <class T>
std::vector<unsigned char> calculated(Binary op, Element common, const Operand& a, const Operand& b,
                                      const Shape& shape) {
  std::vector<unsigned char> result(shape.size() * sizeof(T));
  T* target = reinterpret_cast<T*>(result.data());
  with_element(common, [&](auto like) {
    using C = std::conditional_t<std::is_same_v<decltype(like), bool>, int, decltype(like)>;
    std::vector<C> values(shape.size());
    calculate(op, a, b, shape, values.data());
    std::transform(values.begin(), values.end(), target,
                   [](C value) { return static_cast<T>(value); });
  });
  return result;
}

/// What an array becomes that grows to the shape of both.
struct Grown {
  Shape shape;
  std::vector<unsigned char> values;
};

/// Changes the elements of `target` where its shape is that of both. Else it returns true and sets
/// what `target` becomes, as a whole array may; a view may not, and has no `grown`.
template <class T>
bool update_elements(Binary op, Element common, const Operand& target, const Operand& b,
                     Grown* grown) {
  const Shape shape = broadcast_shape(words_of(op), target, b);
  const bool same = shape == shape_of(target);
  if constexpr (!std::is_same_v<T, bool>) {
    if (same && common == element_of<T> && update_in_place<T>(op, target, b)) return false;
  }
  if (!same && grown == nullptr) refuse_view(shape, target);
  auto values = calculated<T>(op, common, target, b, shape);
  if (!same) {
    *grown = {shape, std::move(values)};
    return true;
  }
  write_elements<T>(target, reinterpret_cast<const T*>(values.data()));
  return false;
}

/// Throws where `source` does not broadcast to `target`, a view.
template <class T>
void assign_elements(const Operand& target, const Operand& source) {
  const Shape places = shape_of(target);
  if (!broadcasts(source, places)) refuse_view(shape_of(source), target);
  std::vector<unsigned char> copy(places.size() * sizeof(T));  // the source may overlap the target
  T* values = reinterpret_cast<T*>(copy.data());
  copy_elements(source, places, values);
  write_elements<T>(target, values);
}

}  // namespace

template <class A>
void update(Binary op, Element common, A& target, const Operand& b) {
  using T = Value<A>;
  if constexpr (std::is_same_v<A, Plain<T, rank_of<A>>>) {
    Grown grown;
    if (!update_elements<T>(op, common, operand(target), b, &grown)) return;
    target = allocated<A>(grown.shape);
    std::copy_n(reinterpret_cast<const T*>(grown.values.data()), target.size(), target.data());
  } else {
    update_elements<T>(op, common, operand(target), b, nullptr);
  }
}

template <class A>
void assign(A& target, const Operand& source) {
  const Operand self = operand(target);
  if constexpr (std::is_same_v<A, Plain<Value<A>, rank_of<A>>>) {
    const Shape shape = shape_of(source);
    // A new array first: the source may be a view of the old one.
    if (shape != shape_of(self) || overlap(self, source)) {
      target = converted<A>(source);
    } else {
      copy_elements(source, shape, target.data());
    }
  } else {
    assign_elements<Value<A>>(self, source);
  }
}

#define SOFTMARK_INSTANTIATE(T, rank)                                                     \
  template void update<Plain<T, rank>>(Binary, Element, Plain<T, rank>&, const Operand&); \
  template void assign<Plain<T, rank>>(Plain<T, rank>&, const Operand&);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_VIEW(T, N)                                                       \
  template void update<View<T, N>>(Binary, Element, View<T, N>&, const Operand&); \
  template void assign<View<T, N>>(View<T, N>&, const Operand&);
#define SOFTMARK_INSTANTIATE(T) \
  SOFTMARK_VIEW(T, 0)           \
  SOFTMARK_VIEW(T, 1) SOFTMARK_VIEW(T, 2) SOFTMARK_VIEW(T, 3) SOFTMARK_VIEW(T, 4)
SOFTMARK_ELEMENTS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE
#undef SOFTMARK_VIEW

Positions::Positions(const Operand& array)
    : shape_(array.shape),
      strides_(array.strides),
      indices_(array.rank),
      at_end_(std::find(array.shape, array.shape + array.rank, 0U) != array.shape + array.rank) {}

void Positions::next() {
  for (std::size_t axis = indices_.size(); axis-- > 0;) {
    if (++indices_[axis] < shape_[axis]) {
      offset_ += strides_[axis];
      return;
    }
    indices_[axis] = 0;
    offset_ -= strides_[axis] * static_cast<std::ptrdiff_t>(shape_[axis] - 1);
  }
  at_end_ = true;
}

}  // namespace softmark::eager
