#pragma once
// Arrays and views that are made from one another, or assigned, are copied by the kit.

#include <softmark/eager/elementwise.hpp>

namespace softmark::eager {

/// What xtensor does with lazy expressions, under another tag.
struct LazyTag {};

template <class E1, class E2>
concept Assignable = is_target<E1&> && TraitsOf<E2>::held;

}  // namespace softmark::eager

namespace xt {

template <>
class xexpression_assigner_base<softmark::eager::LazyTag>
    : public xexpression_assigner_base<xtensor_expression_tag> {};

/// All assignments of xtensor come here.
template <>
class xexpression_assigner<xtensor_expression_tag>
    : public xexpression_assigner<softmark::eager::LazyTag> {
  using Lazy = xexpression_assigner<softmark::eager::LazyTag>;

 public:
  template <class E1, class E2>
  static void assign_xexpression(xexpression<E1>& e1, const xexpression<E2>& e2) {
    if constexpr (softmark::eager::Assignable<E1, E2>) {
      softmark::eager::assign(e1.derived_cast(), softmark::eager::operand(e2.derived_cast()));
    } else {
      Lazy::assign_xexpression(e1, e2);
    }
  }

  template <class E1, class E2>
  static void computed_assign(xexpression<E1>& e1, const xexpression<E2>& e2) {
    if constexpr (softmark::eager::Assignable<E1, E2>) {
      softmark::eager::assign(e1.derived_cast(), softmark::eager::operand(e2.derived_cast()));
    } else {
      Lazy::computed_assign(e1, e2);
    }
  }

  template <class E1, class E2>
  static void assign_data(xexpression<E1>& e1, const xexpression<E2>& e2, bool trivial) {
    if constexpr (softmark::eager::Assignable<E1, E2>) {
      softmark::eager::assign(e1.derived_cast(), softmark::eager::operand(e2.derived_cast()));
    } else {
      Lazy::assign_data(e1, e2, trivial);
    }
  }
};

}  // namespace xt
