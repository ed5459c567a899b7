#pragma once
// Arrays and views that are made from one another, or assigned, are copied by the kit.

#include <softmark/eager/elementwise.hpp>

#include <cstddef>
#include <vector>

namespace softmark::eager {

/// What xtensor does with lazy expressions, under another tag.
struct LazyTag {};

template <class E1, class E2>
concept Assignable = is_target<E1&> && TraitsOf<E2>::held;

/// The places of an array, row by row: their indices, and how far they lie from the first element.
class Positions {
 public:
  explicit Positions(const Operand& array);

  bool at_end() const { return at_end_; }
  void next();
  const std::size_t* begin() const { return indices_.data(); }
  const std::size_t* end() const { return indices_.data() + indices_.size(); }
  std::ptrdiff_t offset() const { return offset_; }

 private:
  const std::size_t* shape_;
  const std::ptrdiff_t* strides_;
  std::vector<std::size_t> indices_;
  std::ptrdiff_t offset_ = 0;
  bool at_end_;
};

}  // namespace softmark::eager

namespace xt {

/// Elements of a lazy expression are computed one by one, at their indices: xtensor's ways to go
/// through it take three times as long to compile.
template <>
class xexpression_assigner_base<softmark::eager::LazyTag>
    : public xexpression_assigner_base<xtensor_expression_tag> {
 public:
  template <class E1, class E2>
  static void assign_data(xexpression<E1>& e1, const xexpression<E2>& e2, bool trivial) {
    if constexpr (softmark::eager::is_target<E1&>) {
      using T = typename E1::value_type;
      const softmark::eager::Operand target = softmark::eager::operand(e1.derived_cast());
      T* const first = static_cast<T*>(const_cast<void*>(target.data));
      for (softmark::eager::Positions at(target); !at.at_end(); at.next()) {
        first[at.offset()] = static_cast<T>(e2.derived_cast().element(at.begin(), at.end()));
      }
    } else {
      xexpression_assigner_base<xtensor_expression_tag>::assign_data(e1, e2, trivial);
    }
  }
};

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
