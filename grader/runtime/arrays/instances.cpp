// The functions of this folder for the types that programs have. A template is compiled where its
// address is taken: the table at the end keeps all of them.

#include "arrays/support.hpp"
#include "softmark/record.hpp"

namespace softmark {

template <class A>
requires(std::is_same_v<A, Vector> || std::is_same_v<A, Matrix> ||
         std::is_same_v<A, Tensor3>) void record(const char* name, const A& value) {
  detail::record(name, value.dimension(), value.shape().data(), value.data());
}

template void record(const char*, const Vector&);
template void record(const char*, const Matrix&);
template void record(const char*, const Tensor3&);

namespace eager {
namespace {

// A std::tuple of so many pointers would take the compiler a third of its time.
using Address = const void*;

template <class R>
const Address of_array[] = {Address(&unary<R>),    Address(&binary<R>),    Address(&select<R>),
                            Address(&clip<R>),     Address(&converted<R>), Address(&reduce<R>),
                            Address(&sort<R>),     Address(&join<R>),      Address(&filled<R>),
                            Address(&reshaped<R>), Address(&broadcast<R>), Address(&picked<R>),
                            Address(&update<R>),   Address(&assign<R>)};
template <int rank>
const Address of_rank[] = {of_array<Plain<bool, rank>>,
                           of_array<Plain<int, rank>>,
                           of_array<Plain<long, rank>>,
                           of_array<Plain<unsigned long, rank>>,
                           of_array<Plain<double, rank>>,
                           Address(&accumulate<Plain<int, rank>>),
                           Address(&accumulate<Plain<long, rank>>),
                           Address(&accumulate<Plain<unsigned long, rank>>),
                           Address(&accumulate<Plain<double, rank>>),
                           Address(&close<Plain<bool, rank>>),
                           Address(&arg_reduce<Plain<unsigned long, rank>>),
                           Address(&argsort<Plain<unsigned long, rank>>),
                           Address(&random_integers<Plain<int, rank>>),
                           Address(&random_reals<Plain<double, rank>>)};

template <class T, std::size_t N>
const Address of_view[] = {Address(&make_view<View<T, N>>), Address(&make_view<View<const T, N>>),
                           Address(&update<View<T, N>>), Address(&assign<View<T, N>>)};
template <class T>
const Address of_element[] = {of_view<T, 0>,
                              of_view<T, 1>,
                              of_view<T, 2>,
                              of_view<T, 3>,
                              of_view<T, 4>,
                              of_view<T, 5>,
                              Address(&steps<Plain<T, 1>>)};

template <class I>
const Address of_index[] = {Address(&places_of_nonzero<I>)};
template <std::size_t rank>
const auto& of_indices = of_index<std::array<std::size_t, rank>>;

[[gnu::used]] const Address all_functions[] = {of_rank<0>,
                                               of_rank<1>,
                                               of_rank<2>,
                                               of_rank<3>,
                                               of_rank<4>,
                                               of_rank<5>,
                                               of_rank<dynamic>,
                                               of_element<bool>,
                                               of_element<int>,
                                               of_element<long>,
                                               of_element<unsigned long>,
                                               of_element<double>,
                                               of_indices<1>,
                                               of_indices<2>,
                                               of_indices<3>,
                                               of_indices<4>,
                                               of_indices<5>,
                                               of_index<xt::dynamic_shape<std::size_t>>};

}  // namespace
}  // namespace eager
}  // namespace softmark
