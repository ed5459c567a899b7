// Compound assignment, and assignment to arrays and views.

#include "arrays/support.hpp"

#include <memory>

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

template <class T>
T* first_of(const Operand& target) {
  return static_cast<T*>(const_cast<void*>(target.data));
}

/// Writes `values`, row by row, to the elements of `target`.
template <class T>
void write_elements(const Operand& target, const T* values) {
  const Shape shape = shape_of(target);
  for_each_run<1>(shape, {broadcast_strides(target, shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    T* to = first_of<T>(target) + offsets[0];
                    for (std::size_t i = 0; i < count; ++i, to += steps[0]) *to = *values++;
                  });
}

/// target[i] = target[i] op b[i] where both are of one type and lie apart; whether it was done.
template <class T>
bool update_in_place(Binary op, Element common, const Operand& target, const Operand& b) {
  if constexpr (!std::is_same_v<T, bool>) {
    const Shape shape = shape_of(target);
    if (common != element_of<T> || !in_order(target, shape) || overlap(target, b)) return false;
    calculate(op, target, b, shape, first_of<T>(target));
    return true;
  }
  return false;
}

/// a op b, computed in the type `common` and converted to T.
template <class T>
std::unique_ptr<T[]> calculated(Binary op, Element common, const Operand& a, const Operand& b,
                                const Shape& shape) {
  auto result = std::make_unique<T[]>(shape.size());
  with_element(common, [&](auto like) {
    using C = std::conditional_t<std::is_same_v<decltype(like), bool>, int, decltype(like)>;
    std::vector<C> values(shape.size());
    calculate(op, a, b, shape, values.data());
    std::transform(values.begin(), values.end(), result.get(),
                   [](C value) { return static_cast<T>(value); });
  });
  return result;
}

/// `self` = self op b. `array` is null where it is a view, which can take no other shape.
template <class T>
void update_elements(const Result<T>& array, Binary op, Element common, const Operand& self,
                     const Operand& b) {
  const Shape shape = broadcast_shape(words_of(op), self, b);
  const bool same = shape == shape_of(self);
  if (same && update_in_place<T>(op, common, self, b)) return;
  if (!same && array.array == nullptr) refuse_view(shape, self);
  const auto values = calculated<T>(op, common, self, b, shape);
  if (same) {
    write_elements(self, values.get());
  } else {
    std::copy_n(values.get(), shape.size(), array.allocated(shape));
  }
}

/// Whether the elements of `source` were written: not where the array needs another shape, or they
/// lie in it.
template <class T>
bool write_in_place(const Operand& self, const Operand& source) {
  const Shape shape = shape_of(source);
  if (shape != shape_of(self) || overlap(self, source)) return false;
  copy_elements(source, shape, first_of<T>(self));
  return true;
}

template <class T>
void assign_to_view(const Operand& self, const Operand& source) {
  const Shape places = shape_of(self);
  if (!broadcasts(source, places)) refuse_view(shape_of(source), self);
  const auto copy = std::make_unique<T[]>(places.size());  // the source may overlap
  copy_elements(source, places, copy.get());
  write_elements(self, copy.get());
}

/// Whether arrays of this type can take another shape, as views cannot.
template <class A>
constexpr bool is_whole = std::is_same_v<A, Plain<Value<A>, rank_of<A>>>;

}  // namespace

template <class A>
void update(Binary op, Element common, A& target, const Operand& b) {
  Result<Value<A>> array = {};
  if constexpr (is_whole<A>) array = result_in(target);
  update_elements(array, op, common, operand(target), b);
}

template <class A>
void assign(A& target, const Operand& source) {
  using T = Value<A>;
  if constexpr (is_whole<A>) {
    // A new array first: the source may be a view of the old one.
    if (!write_in_place<T>(operand(target), source)) target = converted<A>(source);
  } else {
    assign_to_view<T>(operand(target), source);
  }
}

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
