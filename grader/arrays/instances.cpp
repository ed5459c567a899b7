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
template <class T>
constexpr std::tuple of_arrays = {
    of_array<Plain<T, 0>>, of_array<Plain<T, 1>>, of_array<Plain<T, 2>>,      of_array<Plain<T, 3>>,
    of_array<Plain<T, 4>>, of_array<Plain<T, 5>>, of_array<Plain<T, dynamic>>};

template <class T, std::size_t N>
constexpr std::tuple of_view = {&make_view<View<T, N>>, &make_view<View<const T, N>>,
                                &update<View<T, N>>, &assign<View<T, N>>};
template <class T>
constexpr std::tuple of_views = {
    of_view<T, 0>, of_view<T, 1>, of_view<T, 2>,
    of_view<T, 3>, of_view<T, 4>, std::tuple(&make_view<View<T, 5>>, &make_view<View<const T, 5>>)};

template <class T>
constexpr std::tuple of_some_ranks = {
    &steps<Plain<T, 1>>,          &linspace<Plain<T, 1>>,      &eye<Plain<T, 2>>,
    &eye<Plain<T, dynamic>>,      &diag<Plain<T, 2>>,          &triangle<Plain<T, 2>>,
    &triangle<Plain<T, dynamic>>, &squeezed<Plain<T, dynamic>>};

template <class T>
constexpr std::tuple of_element = {of_arrays<T>, of_views<T>, of_some_ranks<T>};

template <class T>
constexpr std::tuple sums = {&accumulate<Plain<T, 0>>,      &accumulate<Plain<T, 1>>,
                             &accumulate<Plain<T, 2>>,      &accumulate<Plain<T, 3>>,
                             &accumulate<Plain<T, 4>>,      &accumulate<Plain<T, 5>>,
                             &accumulate<Plain<T, dynamic>>};

template <int rank>
constexpr std::tuple of_some_elements = {&close<Plain<bool, rank>>,
                                         &arg_reduce<Plain<unsigned long, rank>>,
                                         &argsort<Plain<unsigned long, rank>>};

template <int rank>
constexpr std::tuple random = {&random_integers<Plain<int, rank>>,
                               &random_reals<Plain<double, rank>>};

template <std::size_t rank>
using Indices = std::array<std::size_t, rank>;

[[gnu::used]] const std::tuple all_functions = {of_element<bool>,
                                                of_element<int>,
                                                of_element<long>,
                                                of_element<unsigned long>,
                                                of_element<double>,
                                                sums<int>,
                                                sums<long>,
                                                sums<unsigned long>,
                                                sums<double>,
                                                of_some_elements<0>,
                                                of_some_elements<1>,
                                                of_some_elements<2>,
                                                of_some_elements<3>,
                                                of_some_elements<4>,
                                                of_some_elements<5>,
                                                of_some_elements<dynamic>,
                                                random<1>,
                                                random<2>,
                                                random<3>,
                                                random<4>,
                                                &places_of_nonzero<Indices<1>>,
                                                &places_of_nonzero<Indices<2>>,
                                                &places_of_nonzero<Indices<3>>,
                                                &places_of_nonzero<Indices<4>>,
                                                &places_of_nonzero<Indices<5>>,
                                                &places_of_nonzero<xt::dynamic_shape<std::size_t>>};

}  // namespace
}  // namespace eager
}  // namespace softmark
