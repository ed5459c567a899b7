#pragma once
// Every expression of xtensor has room for a std::shared_ptr to a copy of itself, for xt::share. A
// pointer of another class for each costs the compiler more than the arrays themselves: here all
// have the same.
//
// Only <softmark/xtensor.hpp> includes this, before there are expressions.

#if __has_include(<xtensor/core/xexpression.hpp>)
#include <xtensor/core/xexpression.hpp>
#else
#include <xtensor/xexpression.hpp>
#endif

#include <cstddef>
#include <memory>

namespace softmark::eager {

/// A std::shared_ptr to an expression of any class, used as the class that was put in. What each
/// array calls of it is compiled once, in the kit.
class SharedCopy {
 public:
  SharedCopy();
  SharedCopy(const SharedCopy&);
  SharedCopy(SharedCopy&&) noexcept;
  SharedCopy& operator=(const SharedCopy&);
  SharedCopy& operator=(SharedCopy&&) noexcept;
  ~SharedCopy();

  bool operator==(std::nullptr_t) const { return copy_ == nullptr; }

  template <class E>
  SharedCopy& operator=(const std::shared_ptr<E>& copy) {
    copy_ = copy;
    return *this;
  }

  template <class E>
  operator std::shared_ptr<E>() const {
    return std::static_pointer_cast<E>(copy_);
  }

 private:
  std::shared_ptr<void> copy_;
};

template <class E>
concept Expression = true;

}  // namespace softmark::eager

namespace xt {

/// The base of all expressions: preferred to xtensor's own, as it has a constraint.
template <class E>
requires softmark::eager::Expression<E>
class xsharable_expression<E> : public xexpression<E> {
 protected:
  xsharable_expression() = default;
  ~xsharable_expression() = default;
  xsharable_expression(const xsharable_expression&) = default;
  xsharable_expression& operator=(const xsharable_expression&) = default;
  xsharable_expression(xsharable_expression&&) = default;
  xsharable_expression& operator=(xsharable_expression&&) = default;

 private:
  softmark::eager::SharedCopy p_shared;  // so xtensor calls it

  friend xshared_expression<E> detail::make_xshared_impl<E>(xsharable_expression<E>&&);
};

}  // namespace xt
