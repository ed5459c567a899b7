// xt::where and xt::clip, and the places at which a condition holds.

#include "arrays/pairs.hpp"

namespace softmark::eager {
namespace {

/// What three operands broadcast to; `words` begin the message where they do not.
Shape common_shape(const char* words, const Operand& a, const Operand& b, const Operand& c) {
  return broadcast_shape({words, " and ", false}, {a, b, c});
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

/// The indices of elements that are not 0, as many numbers for each as there are axes.
std::vector<std::size_t> nonzero_indices(const Operand& a) {
  const Shape shape = shape_of(a);
  const Row<bool> holds(a);
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    if (!holds[i]) continue;
    indices.resize(indices.size() + shape.rank);
    std::size_t rest = i;
    for (std::size_t back = 1; back <= shape.rank; rest /= shape[shape.rank - back++])
      indices[indices.size() - back] = rest % shape[shape.rank - back];
  }
  return indices;
}

}  // namespace

template <class I>
std::vector<I> places_of_nonzero(const Operand& a) {
  const std::vector<std::size_t> indices = nonzero_indices(a);
  std::vector<I> places;
  for (auto from = indices.begin(); from != indices.end(); from += a.rank) {
    I place = xtl::make_sequence<I>(a.rank, 0);
    std::copy_n(from, a.rank, place.begin());
    places.push_back(place);
  }
  return places;
}

std::vector<std::vector<std::size_t>> nonzero_along_axes(const Operand& a) {
  std::vector<std::vector<std::size_t>> places(a.rank);
  const std::vector<std::size_t> indices = nonzero_indices(a);
  for (std::size_t i = 0; i < indices.size(); ++i) places[i % a.rank].push_back(indices[i]);
  return places;
}

template <class R>
R select(const Operand& condition, const Operand& yes, const Operand& no) {
  const Shape shape = common_shape("xt::where: cannot combine ", condition, yes, no);
  R result = allocated<R>(shape);
  select_elements(condition, yes, no, shape, result.data());
  return result;
}

template <class R>
R clip(const Operand& a, const Operand& low, const Operand& high) {
  const Shape shape = common_shape("xt::clip: cannot combine ", a, low, high);
  R result = allocated<R>(shape);
  clip_elements(a, low, high, shape, result.data());
  return result;
}

#define SOFTMARK_INSTANTIATE(T, rank)                                                             \
  template Plain<T, rank> select<Plain<T, rank>>(const Operand&, const Operand&, const Operand&); \
  template Plain<T, rank> clip<Plain<T, rank>>(const Operand&, const Operand&, const Operand&);
SOFTMARK_ARRAYS(SOFTMARK_INSTANTIATE)
#undef SOFTMARK_INSTANTIATE

#define SOFTMARK_INSTANTIATE(...) \
  template std::vector<__VA_ARGS__> places_of_nonzero<__VA_ARGS__>(const Operand&);
SOFTMARK_INSTANTIATE(std::array<std::size_t, 1>)
SOFTMARK_INSTANTIATE(std::array<std::size_t, 2>)
SOFTMARK_INSTANTIATE(std::array<std::size_t, 3>)
SOFTMARK_INSTANTIATE(std::array<std::size_t, 4>)
SOFTMARK_INSTANTIATE(std::array<std::size_t, 5>)
SOFTMARK_INSTANTIATE(xt::dynamic_shape<std::size_t>)
#undef SOFTMARK_INSTANTIATE

}  // namespace softmark::eager
