// The functions of this folder for the types that programs have. A template is compiled where its
// address is taken: the table at the end keeps all of them.

#include "arrays/support.hpp"
#include "softmark/record.hpp"

#include <tuple>

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

template <class R>
constexpr std::tuple of_array = {
    &unary<R>,  &binary<R>,   &select<R>,    &clip<R>,   &converted<R>,  &reduce<R>,
    &sort<R>,   &join<R>,     &repeat<R>,    &tile<R>,   &along_axis<R>, &roll<R>,
    &filled<R>, &reshaped<R>, &broadcast<R>, &picked<R>, &update<R>,     &assign<R>};
template <int rank>
constexpr std::tuple of_rank = {of_array<Plain<bool, rank>>,
                                of_array<Plain<int, rank>>,
                                of_array<Plain<long, rank>>,
                                of_array<Plain<unsigned long, rank>>,
                                of_array<Plain<double, rank>>,
                                &accumulate<Plain<int, rank>>,
                                &accumulate<Plain<long, rank>>,
                                &accumulate<Plain<unsigned long, rank>>,
                                &accumulate<Plain<double, rank>>,
                                &close<Plain<bool, rank>>,
                                &arg_reduce<Plain<unsigned long, rank>>,
                                &argsort<Plain<unsigned long, rank>>,
                                &random_integers<Plain<int, rank>>,
                                &random_reals<Plain<double, rank>>};

template <class T, std::size_t N>
constexpr std::tuple of_view = {&make_view<View<T, N>>, &make_view<View<const T, N>>,
                                &update<View<T, N>>, &assign<View<T, N>>};
template <class T>
constexpr std::tuple of_element = {of_view<T, 0>,
                                   of_view<T, 1>,
                                   of_view<T, 2>,
                                   of_view<T, 3>,
                                   of_view<T, 4>,
                                   of_view<T, 5>,
                                   &steps<Plain<T, 1>>,
                                   &linspace<Plain<T, 1>>,
                                   &eye<Plain<T, 2>>,
                                   &eye<Plain<T, dynamic>>,
                                   &diag<Plain<T, 2>>,
                                   &triangle<Plain<T, 2>>,
                                   &triangle<Plain<T, dynamic>>,
                                   &squeezed<Plain<T, dynamic>>};

template <class I>
constexpr auto of_index = &places_of_nonzero<I>;
template <std::size_t rank>
constexpr auto of_indices = of_index<std::array<std::size_t, rank>>;

[[gnu::used]] const std::tuple all_functions = {of_rank<0>,
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
