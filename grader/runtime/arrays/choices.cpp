// xt::where and xt::clip, and the places at which a condition holds.

#include "arrays/support.hpp"

namespace softmark::eager {
namespace {

/// f(x, y, z) of the elements of three operands, the first of which are Cs; `words` begin the
/// message where they do not broadcast.
template <class C, class T, class F>
void combine(Result<T> result, const char* words, const Operand& a, const Operand& b,
             const Operand& c, F f) {
  const Shape shape = broadcast_shape({words, " and "}, {a, b, c});
  T* target = result.allocated(shape);
  const Row<C> first(a);
  const Row<T> second(b), third(c);
  for_each_run<3>(shape, {first.strides(shape), second.strides(shape), third.strides(shape)},
                  [&](const auto& offsets, std::size_t count, const auto& steps) {
                    const C* x = first.begin() + offsets[0];
                    const T* y = second.begin() + offsets[1];
                    const T* z = third.begin() + offsets[2];
                    for (std::size_t i = 0; i < count;
                         ++i, x += steps[0], y += steps[1], z += steps[2])
                      *target++ = f(*x, *y, *z);
                  });
}

template <class T>
void select_elements(Result<T> result, const Operand& condition, const Operand& yes,
                     const Operand& no) {
  combine<bool>(result, "xt::where: cannot combine ", condition, yes, no,
                [](bool holds, T x, T y) { return holds ? x : y; });
}

template <class T>
void clip_elements(Result<T> result, const Operand& a, const Operand& low, const Operand& high) {
  combine<T>(result, "xt::clip: cannot combine ", a, low, high, [](T x, T least, T most) {
    return x < least ? least : most < x ? most : x;
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
  return made<R>(select_elements<Value<R>>, condition, yes, no);
}

template <class R>
R clip(const Operand& a, const Operand& low, const Operand& high) {
  return made<R>(clip_elements<Value<R>>, a, low, high);
}

}  // namespace softmark::eager
