#pragma once
// Random and printed arrays.

#include <softmark/eager/arrays.hpp>

#include <ostream>

namespace xt {

template <class E>
requires softmark::eager::TraitsOf<E>::held inline std::ostream& operator<<(
    std::ostream& out, const xexpression<E>& e) {
  softmark::eager::print(out, softmark::eager::operand(e.derived_cast()));
  return out;
}

namespace random {

template <class T, class I, std::size_t L, class E>
requires(__is_same(E, std::mt19937) && __is_same(T, int) &&
         L <= softmark::eager::highest_rank) inline decltype(auto)
    randint(const I (&shape)[L], T lower, T upper, E& engine) {
  using namespace softmark::eager;
  const ShapeList list = shape_list(shape);
  return random_integers<Plain<T, static_cast<int>(L)>>(list.lengths, L, lower, upper, engine);
}
template <class T, class I, std::size_t L, class E>
requires(__is_same(E, std::mt19937) && __is_same(T, double) &&
         L <= softmark::eager::highest_rank) inline decltype(auto)
    rand(const I (&shape)[L], T lower, T upper, E& engine) {
  using namespace softmark::eager;
  const ShapeList list = shape_list(shape);
  return random_reals<Plain<T, static_cast<int>(L)>>(list.lengths, L, lower, upper, engine);
}

}  // namespace random
}  // namespace xt
