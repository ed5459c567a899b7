#pragma once
// Operators and elementwise functions that compute at once.
//
// Each has the template head of xtensor's own and a constraint more, so that C++20 prefers it. What
// the constraint leaves out goes to xtensor as before.
//
// All return decltype(auto): constraints are not part of a function's symbol, but its declared
// return type is. With that of xtensor's own function, both would be one symbol in a program where
// xtensor calls its own.

#include <softmark/eager/kernels.hpp>

#include <concepts>
#include <utility>

namespace softmark::eager {

/// The type in which C++ computes with elements or numbers of these types.
template <class... E>
using Common = decltype((Value<E>() + ... + false));

template <class... E>
using Truth = bool;
template <class E>
using Product = Common<E, E>;

/// Whether the elements of E have a common type that is computed at once.
template <class... E>
concept Computable = Operands<E...> && is_element<Common<E...>>;
template <class T>
inline constexpr bool is_real = __is_same(T, double) || __is_same(T, float);
template <class E>
concept Real = is_real<Value<E>>;
template <class... E>
concept Whole = Computable<E...> &&(!is_real<Value<E>> && ...);

/// What functions such as exp() give.
template <class... E>
using Floating = double;

/// The type of an element that is one or the other.
template <class E1, class E2>
using Either = Bare<decltype(true ? Value<E1>() : Value<E2>())>;

/// What can be assigned to, element by element.
template <class E>
inline constexpr bool is_target = false;
template <class T, std::size_t N>
inline constexpr bool is_target<xt::xtensor<T, N>&> = is_held<xt::xtensor<T, N>>;
template <class T>
inline constexpr bool is_target<xt::xarray<T>&> = is_held<xt::xarray<T>>;
template <class T, std::size_t N>
inline constexpr bool is_target<View<T, N>> = is_element<T>&& is_held<View<T, N>>;
template <class T, std::size_t N>
inline constexpr bool is_target<View<T, N>&> = is_target<View<T, N>>;
template <class E>
concept Target = is_target<E>;

/// target = target op b, in place where the shapes allow it.
template <class A>
void update(Binary op, Element common, A& target, const Operand& b);

/// The functors of xtensor for which there is an operator or a function below.
template <class F>
inline constexpr bool is_computed = false;
#define SOFTMARK_COMPUTED(functor) \
  template <>                      \
  inline constexpr bool is_computed<xt::functor> = true;
SOFTMARK_COMPUTED(detail::identity)
SOFTMARK_COMPUTED(detail::negate)
SOFTMARK_COMPUTED(detail::logical_not)
SOFTMARK_COMPUTED(detail::plus)
SOFTMARK_COMPUTED(detail::minus)
SOFTMARK_COMPUTED(detail::multiplies)
SOFTMARK_COMPUTED(detail::divides)
SOFTMARK_COMPUTED(detail::less)
SOFTMARK_COMPUTED(detail::less_equal)
SOFTMARK_COMPUTED(detail::greater)
SOFTMARK_COMPUTED(detail::greater_equal)
SOFTMARK_COMPUTED(detail::equal_to)
SOFTMARK_COMPUTED(detail::not_equal_to)
SOFTMARK_COMPUTED(detail::logical_and)
SOFTMARK_COMPUTED(detail::logical_or)
SOFTMARK_COMPUTED(math::maximum<void>)
SOFTMARK_COMPUTED(math::minimum<void>)
SOFTMARK_COMPUTED(math::exp_fun)
SOFTMARK_COMPUTED(math::exp2_fun)
SOFTMARK_COMPUTED(math::expm1_fun)
SOFTMARK_COMPUTED(math::log_fun)
SOFTMARK_COMPUTED(math::log2_fun)
SOFTMARK_COMPUTED(math::log10_fun)
SOFTMARK_COMPUTED(math::log1p_fun)
SOFTMARK_COMPUTED(math::sqrt_fun)
SOFTMARK_COMPUTED(math::cbrt_fun)
SOFTMARK_COMPUTED(math::sin_fun)
SOFTMARK_COMPUTED(math::cos_fun)
SOFTMARK_COMPUTED(math::tan_fun)
SOFTMARK_COMPUTED(math::asin_fun)
SOFTMARK_COMPUTED(math::acos_fun)
SOFTMARK_COMPUTED(math::atan_fun)
SOFTMARK_COMPUTED(math::sinh_fun)
SOFTMARK_COMPUTED(math::cosh_fun)
SOFTMARK_COMPUTED(math::tanh_fun)
SOFTMARK_COMPUTED(math::asinh_fun)
SOFTMARK_COMPUTED(math::acosh_fun)
SOFTMARK_COMPUTED(math::atanh_fun)
SOFTMARK_COMPUTED(math::erf_fun)
SOFTMARK_COMPUTED(math::erfc_fun)
SOFTMARK_COMPUTED(math::tgamma_fun)
SOFTMARK_COMPUTED(math::lgamma_fun)
SOFTMARK_COMPUTED(math::ceil_fun)
SOFTMARK_COMPUTED(math::floor_fun)
SOFTMARK_COMPUTED(math::trunc_fun)
SOFTMARK_COMPUTED(math::round_fun)
SOFTMARK_COMPUTED(math::nearbyint_fun)
SOFTMARK_COMPUTED(math::rint_fun)
SOFTMARK_COMPUTED(math::fabs_fun)
SOFTMARK_COMPUTED(math::pow_fun)
SOFTMARK_COMPUTED(math::fmod_fun)
SOFTMARK_COMPUTED(math::remainder_fun)
SOFTMARK_COMPUTED(math::fmax_fun)
SOFTMARK_COMPUTED(math::fmin_fun)
SOFTMARK_COMPUTED(math::fdim_fun)
SOFTMARK_COMPUTED(math::hypot_fun)
SOFTMARK_COMPUTED(math::atan2_fun)
SOFTMARK_COMPUTED(math::clamp_fun)
#undef SOFTMARK_COMPUTED

template <class E1, class E2, class E3>
concept Selectable = Operands<E1, E2, E3> && is_element<Either<E2, E3>>;

}  // namespace softmark::eager

namespace xt {

// Without the type of a lazy result, the compiler does not even consider xtensor's own function.
template <class F, class... E>
requires(softmark::eager::is_computed<F>&&
             softmark::eager::Computable<E...>) struct detail::xfunction_type<F, E...> {
};
template <class E1, class E2, class E3>
requires softmark::eager::Selectable<E1, E2, E3>
struct detail::xfunction_type<detail::conditional_ternary, E1, E2, E3> {
};

// The elements of E1 and E2 are combined as C<E1, E2> and give R<E1, E2>.
#define SOFTMARK_PAIRWISE(name, C, R)                                                             \
  return softmark::eager::binary<softmark::eager::Broadcast<softmark::eager::R<E1, E2>, E1, E2>>( \
      softmark::eager::Binary::name, softmark::eager::element_of<softmark::eager::C<E1, E2>>,     \
      softmark::eager::operand(e1), softmark::eager::operand(e2));
#define SOFTMARK_OPERATOR(symbol, name, R, concept_) \
  template <class E1, class E2>                      \
  requires softmark::eager::concept_<E1, E2>         \
  inline decltype(auto) operator symbol(E1&& e1, E2&& e2) { SOFTMARK_PAIRWISE(name, Common, R) }
SOFTMARK_OPERATOR(+, add, Common, Computable)
SOFTMARK_OPERATOR(-, subtract, Common, Computable)
SOFTMARK_OPERATOR(*, multiply, Common, Computable)
SOFTMARK_OPERATOR(/, divide, Common, Computable)
SOFTMARK_OPERATOR(%, modulus, Common, Whole)
SOFTMARK_OPERATOR(&, bit_and, Common, Whole)
SOFTMARK_OPERATOR(|, bit_or, Common, Whole)
SOFTMARK_OPERATOR(^, bit_xor, Common, Whole)
SOFTMARK_OPERATOR(<, less, Truth, Computable)
SOFTMARK_OPERATOR(<=, less_equal, Truth, Computable)
SOFTMARK_OPERATOR(>, greater, Truth, Computable)
SOFTMARK_OPERATOR(>=, greater_equal, Truth, Computable)
SOFTMARK_OPERATOR(&&, logical_and, Truth, Computable)
SOFTMARK_OPERATOR(||, logical_or, Truth, Computable)
#undef SOFTMARK_OPERATOR

#define SOFTMARK_FUNCTION(function, name, R)   \
  template <class E1, class E2>                \
  requires softmark::eager::Computable<E1, E2> \
  inline decltype(auto) function(E1&& e1, E2&& e2) { SOFTMARK_PAIRWISE(name, Common, R) }
SOFTMARK_FUNCTION(equal, equal, Truth)
SOFTMARK_FUNCTION(not_equal, not_equal, Truth)
SOFTMARK_FUNCTION(maximum, maximum, Either)
SOFTMARK_FUNCTION(minimum, minimum, Either)
#undef SOFTMARK_FUNCTION

#define SOFTMARK_FUNCTION(function, name)      \
  template <class E1, class E2>                \
  requires softmark::eager::Computable<E1, E2> \
  inline decltype(auto) function(E1&& e1, E2&& e2) { SOFTMARK_PAIRWISE(name, Floating, Floating) }
SOFTMARK_FUNCTION(fmod, fmod)
SOFTMARK_FUNCTION(remainder, remainder)
SOFTMARK_FUNCTION(fmax, fmax)
SOFTMARK_FUNCTION(fmin, fmin)
SOFTMARK_FUNCTION(fdim, fdim)
SOFTMARK_FUNCTION(hypot, hypot)
SOFTMARK_FUNCTION(atan2, atan2)
SOFTMARK_FUNCTION(pow, power)
#undef SOFTMARK_FUNCTION
#undef SOFTMARK_PAIRWISE

#define SOFTMARK_EACH(name, R)                                                           \
  return softmark::eager::unary<softmark::eager::Plain<R, softmark::eager::rank_of<E>>>( \
      softmark::eager::Unary::name, softmark::eager::operand(e));
#define SOFTMARK_OPERATOR(symbol, name, constraint)                                                \
  template <class E>                                                                               \
  requires(softmark::eager::Array<E> && constraint) inline decltype(auto) operator symbol(E&& e) { \
    using V = softmark::eager::Value<E>;                                                           \
    SOFTMARK_EACH(name, decltype(symbol V()))                                                      \
  }
SOFTMARK_OPERATOR(+, plus, true)
SOFTMARK_OPERATOR(-, minus, true)
SOFTMARK_OPERATOR(!, logical_not, true)
SOFTMARK_OPERATOR(~, bit_not, !softmark::eager::Real<E>)
#undef SOFTMARK_OPERATOR

#define SOFTMARK_FUNCTION(name)      \
  template <class E>                 \
  requires softmark::eager::Array<E> \
  inline decltype(auto) name(E&& e) { SOFTMARK_EACH(name, softmark::eager::Floating<E>) }
SOFTMARK_FUNCTION(exp)
SOFTMARK_FUNCTION(exp2)
SOFTMARK_FUNCTION(expm1)
SOFTMARK_FUNCTION(log)
SOFTMARK_FUNCTION(log2)
SOFTMARK_FUNCTION(log10)
SOFTMARK_FUNCTION(log1p)
SOFTMARK_FUNCTION(sqrt)
SOFTMARK_FUNCTION(cbrt)
SOFTMARK_FUNCTION(sin)
SOFTMARK_FUNCTION(cos)
SOFTMARK_FUNCTION(tan)
SOFTMARK_FUNCTION(asin)
SOFTMARK_FUNCTION(acos)
SOFTMARK_FUNCTION(atan)
SOFTMARK_FUNCTION(sinh)
SOFTMARK_FUNCTION(cosh)
SOFTMARK_FUNCTION(tanh)
SOFTMARK_FUNCTION(asinh)
SOFTMARK_FUNCTION(acosh)
SOFTMARK_FUNCTION(atanh)
SOFTMARK_FUNCTION(erf)
SOFTMARK_FUNCTION(erfc)
SOFTMARK_FUNCTION(tgamma)
SOFTMARK_FUNCTION(lgamma)
SOFTMARK_FUNCTION(ceil)
SOFTMARK_FUNCTION(floor)
SOFTMARK_FUNCTION(trunc)
SOFTMARK_FUNCTION(round)
SOFTMARK_FUNCTION(nearbyint)
SOFTMARK_FUNCTION(rint)
#undef SOFTMARK_FUNCTION

#define SOFTMARK_FUNCTION(name, R, constraint)                                          \
  template <class E>                                                                    \
  requires(softmark::eager::Array<E> && constraint) inline decltype(auto) name(E&& e) { \
    SOFTMARK_EACH(name, R)                                                              \
  }
#define SOFTMARK_NOT_BOOL !__is_same(softmark::eager::Value<E>, bool)
#define SOFTMARK_SAME softmark::eager::Value<E>
#define SOFTMARK_PRODUCT softmark::eager::Product<E>
SOFTMARK_FUNCTION(abs, SOFTMARK_SAME, SOFTMARK_NOT_BOOL)
SOFTMARK_FUNCTION(sign, SOFTMARK_SAME, softmark::eager::Real<E>)
SOFTMARK_FUNCTION(square, SOFTMARK_PRODUCT, true)
SOFTMARK_FUNCTION(cube, SOFTMARK_PRODUCT, true)
SOFTMARK_FUNCTION(nan_to_num, SOFTMARK_SAME, softmark::eager::Real<E>)
SOFTMARK_FUNCTION(isnan, bool, softmark::eager::Real<E>)
SOFTMARK_FUNCTION(isinf, bool, softmark::eager::Real<E>)
SOFTMARK_FUNCTION(isfinite, bool, softmark::eager::Real<E>)
#undef SOFTMARK_FUNCTION
#undef SOFTMARK_NOT_BOOL
#undef SOFTMARK_SAME
#undef SOFTMARK_PRODUCT

template <class E>
requires softmark::eager::Array<E>
inline decltype(auto) fabs(E&& e) { SOFTMARK_EACH(abs, softmark::eager::Floating<E>) }
#undef SOFTMARK_EACH

/// A whole power, by multiplication.
template <std::size_t N, class E>
requires(softmark::eager::Real<E>&& softmark::eager::Array<E>) inline decltype(auto) pow(E&& e) {
  using namespace softmark::eager;
  return binary<Plain<Value<E>, rank_of<E>>>(Binary::power, element_of<Value<E>>, operand(e),
                                             operand(N));
}

template <class R, class E>
requires(softmark::eager::is_element<R>&& softmark::eager::Array<E>) inline decltype(auto)
    cast(E&& e) {
  using softmark::eager::operand;
  return softmark::eager::converted<softmark::eager::Plain<R, softmark::eager::rank_of<E>>>(
      operand(e));
}

template <class E1, class E2, class E3>
requires softmark::eager::Selectable<E1, E2, E3>
inline decltype(auto) where(E1&& e1, E2&& e2, E3&& e3) {
  using R = softmark::eager::Either<E2, E3>;
  using namespace softmark::eager;
  return select<Broadcast<R, E1, E2, E3>>(operand(e1), operand(e2), operand(e3));
}

template <layout_type L = XTENSOR_DEFAULT_TRAVERSAL, class T>
requires(softmark::eager::Array<T>&& softmark::eager::rank_of<T> != 0 &&
         L == layout_type::row_major) inline decltype(auto) argwhere(const T& arr) {
  using namespace softmark::eager;
  return places_of_nonzero<xindex_type_t<typename Plain<bool, rank_of<T>>::shape_type>>(
      operand(arr));
}
template <class T>
requires(softmark::eager::Array<T>&& softmark::eager::rank_of<T> != 0) inline decltype(auto)
    nonzero(const T& arr) {
  return softmark::eager::nonzero_along_axes(softmark::eager::operand(arr));
}
template <class T>
requires(softmark::eager::Array<T>&& softmark::eager::rank_of<T> != 0) inline decltype(auto)
    where(const T& condition) {
  return nonzero(condition);
}

template <class E1, class E2, class E3>
requires softmark::eager::Computable<E1, E2, E3>
inline decltype(auto) clip(E1&& e1, E2&& lo, E3&& hi) {
  using namespace softmark::eager;
  using R = Bare<decltype(true ? Value<E2>() : true ? Value<E3>() : Value<E1>())>;
  return softmark::eager::clip<Broadcast<R, E1, E2, E3>>(operand(e1), operand(lo), operand(hi));
}

template <class E1, class E2>
requires softmark::eager::Computable<E1, E2>
inline decltype(auto) isclose(E1&& e1, E2&& e2, double rtol = 1e-05, double atol = 1e-08,
                              bool equal_nan = false) {
  using namespace softmark::eager;
  return close<Broadcast<bool, E1, E2>>(operand(e1), operand(e2), rtol, atol, equal_nan);
}

template <class E>
requires softmark::eager::Array<E>
inline decltype(auto) all(E&& e) {
  using softmark::eager::operand;
  return softmark::eager::all(operand(e));
}
template <class E>
requires softmark::eager::Array<E>
inline decltype(auto) any(E&& e) {
  using softmark::eager::operand;
  return softmark::eager::any(operand(e));
}

#define SOFTMARK_ASSIGNMENT(symbol, name)                                                      \
  template <class E1, class E2>                                                                \
  requires(softmark::eager::Target<E1> &&                                                      \
           softmark::eager::Computable<E1, E2>) inline softmark::eager::Bare<E1>&              \
  operator symbol(E1&& e1, const E2& e2) {                                                     \
    using C = softmark::eager::Common<E1, E2>;                                                 \
    softmark::eager::update(softmark::eager::Binary::name, softmark::eager::element_of<C>, e1, \
                            softmark::eager::operand(e2));                                     \
    return e1;                                                                                 \
  }
SOFTMARK_ASSIGNMENT(+=, add)
SOFTMARK_ASSIGNMENT(-=, subtract)
SOFTMARK_ASSIGNMENT(*=, multiply)
SOFTMARK_ASSIGNMENT(/=, divide)
#undef SOFTMARK_ASSIGNMENT

}  // namespace xt
