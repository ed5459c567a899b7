// xt::where and xt::clip.

#include "arrays/pairs.hpp"

namespace softmark::eager {
namespace {

Shape shape_of_three(const Words& words, const Operand& a, const Operand& b, const Operand& c) {
  const Shape first = broadcast_shape(words, a, b);
  Operand both;  // of which only the shape is read
  both.shape = first.lengths;
  both.rank = static_cast<unsigned>(first.rank);
  return broadcast_shape(words, both, c);
}

template <class T>
void select_elements(const Operand& condition, const Operand& yes, const Operand& no,
                     const Shape& shape, T* target) {
  const Source<bool> test(condition);
  const Source<T> first(yes), second(no);
  for_each_run<3>(shape, {test.strides(shape), first.strides(shape), second.strides(shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const bool* c = test.data() + offsets[0];
                    const T* x = first.data() + offsets[1];
                    const T* y = second.data() + offsets[2];
                    for (std::size_t i = 0; i < count;
                         ++i, c += steps[0], x += steps[1], y += steps[2])
                      *target++ = *c ? *x : *y;
                  });
}

template <class T>
void clip_elements(const Operand& a, const Operand& low, const Operand& high, const Shape& shape,
                   T* target) {
  const Source<T> value(a), least(low), most(high);
  for_each_run<3>(shape, {value.strides(shape), least.strides(shape), most.strides(shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const T* x = value.data() + offsets[0];
                    const T* lo = least.data() + offsets[1];
                    const T* hi = most.data() + offsets[2];
                    for (std::size_t i = 0; i < count;
                         ++i, x += steps[0], lo += steps[1], hi += steps[2])
                      *target++ = *x < *lo ? *lo : *hi < *x ? *hi : *x;
                  });
}

}  // namespace

template <class R>
R select(const Operand& condition, const Operand& yes, const Operand& no) {
  const Words words{"xt::where: cannot combine ", " and ", false};
  const Shape shape = shape_of_three(words, condition, yes, no);
  R result = allocated<R>(shape);
  select_elements(condition, yes, no, shape, result.data());
  return result;
}

template <class R>
R clip(const Operand& a, const Operand& low, const Operand& high) {
  const Words words{"xt::clip: cannot combine ", " and ", false};
  const Shape shape = shape_of_three(words, a, low, high);
  R result = allocated<R>(shape);
  clip_elements(a, low, high, shape, result.data());
  return result;
}

#define SOFTMARK_INSTANTIATE(T, rank)                                                             \
  template Plain<T, rank> select<Plain<T, rank>>(const Operand&, const Operand&, const Operand&); \
  template Plain<T, rank> clip<Plain<T, rank>>(const Operand&, const Operand&, const Operand&);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

}  // namespace softmark::eager
