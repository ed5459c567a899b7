#pragma once
// Functions of the program's own, applied to each element: xt::vectorize and its like.

#include <softmark/eager/arrays.hpp>

#include <type_traits>

namespace softmark::eager {

/// f of the elements at each place, after broadcasting. Throws xt::broadcast_error, with the
/// shapes, where they do not fit.
template <class R, class F, class... E>
auto mapped(F& f, const E&... arguments) {
  constexpr int rank = broadcast_rank<E...>();
  const auto map = [&f](const auto&... operands) {
    const ShapeList shape = shape_of_all({Operand(operands)...});
    Plain<R, rank> result = filled<Plain<R, rank>>(shape.lengths, shape.rank, operand(R()));
    const auto fill = [&](const auto&... arrays) {
      for (std::size_t i = 0; i < result.size(); ++i)
        result.data()[i] = static_cast<R>(f(arrays.data()[i]...));
    };
    fill(broadcast<Plain<Value<E>, rank>>(operands, shape.lengths, shape.rank)...);
    return result;
  };
  return map(operand(arguments)...);  // once: a lazy one may draw numbers
}

/// Arrays, views and numbers to which a function can be applied at once.
template <class... E>
concept Mappable = Operands<E...> &&(is_element<Value<E>>&&...);

}  // namespace softmark::eager

namespace xt {

/// A function that takes whole arrays: preferred to xtensor's own, as it has a constraint.
template <class F, class R>
requires softmark::eager::is_element<R>
class xvectorizer<F, R> {
 public:
  template <class Func>
  requires(!std::is_same_v<std::decay_t<Func>, xvectorizer>) xvectorizer(Func&& f)
      : f_(static_cast<Func&&>(f)) {}

  template <class... E>
  decltype(auto) operator()(E&&... e) const {
    if constexpr (softmark::eager::Mappable<E...>) {
      return softmark::eager::mapped<R>(f_, e...);
    } else {
      return xfunction<F, xclosure_t<E>...>(f_, static_cast<E&&>(e)...);
    }
  }

 private:
  std::remove_reference_t<F> f_;
};

template <class F, class... E>
requires(softmark::eager::Mappable<E...>&& softmark::eager::is_element<std::remove_cvref_t<
             std::invoke_result_t<F, softmark::eager::Value<E>...>>>) inline decltype(auto)
    make_lambda_xfunction(F&& lambda, E&&... args) {
  using namespace softmark::eager;
  return mapped<std::remove_cvref_t<std::invoke_result_t<F, Value<E>...>>>(lambda, args...);
}

template <class E1, class E2, class E3>
requires(softmark::eager::Mappable<E1, E2, E3>&&
             softmark::eager::Computable<E1, E2, E3>) inline decltype(auto)
    fma(E1&& e1, E2&& e2, E3&& e3) {
  using namespace softmark::eager;
  using T = Common<E1, E2, E3>;
  const auto f = [](T a, T b, T c) { return std::fma(a, b, c); };
  return mapped<T>(f, e1, e2, e3);
}

}  // namespace xt
