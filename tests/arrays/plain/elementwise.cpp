// Operators and functions of each element, on arrays of every rank.

#include "arrays/plain/results.hpp"

namespace plain {
namespace {

template <class A, class B>
void pairs(Results& results, const A& a, const B& b) {
  SHOW(a + b)
  SHOW(a - b)
  SHOW(a * b)
  SHOW(a / b)
  SHOW(a < b)
  SHOW(a <= b)
  SHOW(a > b)
  SHOW(a >= b)
  SHOW(a && b)
  SHOW(a || b)
  SHOW(xt::equal(a, b))
  SHOW(xt::not_equal(a, b))
  SHOW(xt::maximum(a, b))
  SHOW(xt::minimum(a, b))
  SHOW(xt::pow(a, b))
  SHOW(xt::fmod(a, b))
  SHOW(xt::remainder(a, b))
  SHOW(xt::fmax(a, b))
  SHOW(xt::fmin(a, b))
  SHOW(xt::fdim(a, b))
  SHOW(xt::hypot(a, b))
  SHOW(xt::atan2(a, b))
  SHOW(xt::where(a > 0.0, a, b))
  SHOW(xt::where(a > b, 1.0, b))
  SHOW(xt::clip(a, -1.0, b))
  SHOW(xt::clip(a, b, 2.0))
  SHOW(xt::isclose(a, b))
  SHOW(xt::allclose(a, b))
}

template <class A, class B>
void whole_pairs(Results& results, const A& a, const B& b) {
  SHOW(a % b)
  SHOW(a & b)
  SHOW(a | b)
  SHOW(a ^ b)
}

template <class A>
void each(Results& results, const A& a) {
  SHOW(+a)
  SHOW(-a)
  SHOW(!a)
  SHOW(xt::abs(a))
  SHOW(xt::fabs(a))
  SHOW(xt::sign(a))
  SHOW(xt::square(a))
  SHOW(xt::cube(a))
  SHOW(xt::exp(a))
  SHOW(xt::exp2(a))
  SHOW(xt::expm1(a))
  SHOW(xt::log(a))
  SHOW(xt::log2(a))
  SHOW(xt::log10(a))
  SHOW(xt::log1p(a))
  SHOW(xt::sqrt(a))
  SHOW(xt::cbrt(a))
  SHOW(xt::sin(a))
  SHOW(xt::cos(a))
  SHOW(xt::tan(a))
  SHOW(xt::asin(a))
  SHOW(xt::acos(a))
  SHOW(xt::atan(a))
  SHOW(xt::sinh(a))
  SHOW(xt::cosh(a))
  SHOW(xt::tanh(a))
  SHOW(xt::asinh(a))
  SHOW(xt::acosh(a))
  SHOW(xt::atanh(a))
  SHOW(xt::erf(a))
  SHOW(xt::erfc(a))
  SHOW(xt::tgamma(a))
  SHOW(xt::lgamma(a))
  SHOW(xt::ceil(a))
  SHOW(xt::floor(a))
  SHOW(xt::trunc(a))
  SHOW(xt::round(a))
  SHOW(xt::nearbyint(a))
  SHOW(xt::rint(a))
  SHOW(xt::isfinite(a))
  SHOW(xt::isinf(a))
  SHOW(xt::isnan(a))
  SHOW(xt::nan_to_num(a))
  SHOW(xt::pow<2>(a))
  SHOW(xt::pow<3>(a))
  SHOW(xt::cast<int>(xt::clip(a, -5.0, 5.0)))
  SHOW(xt::cast<float>(a))
  SHOW(xt::cast<bool>(a))
  SHOW(xt::any(a))
  SHOW(xt::all(a))
  SHOW(xt::isclose(a, a, 1e-5, 1e-8, true))
  SHOW(xt::isclose(a, a + 1e-9))
  SHOW(xt::maximum(a, 0.0))
  SHOW(xt::minimum(0.0, a))
  SHOW(1.0 / (1.0 + xt::exp(-a)))
}

template <class A>
void each_whole(Results& results, const A& a){
    SHOW(+a) SHOW(-a) SHOW(!a) SHOW(~a) SHOW(xt::square(a)) SHOW(xt::cube(a)) SHOW(xt::exp(a))
        SHOW(xt::sqrt(a)) SHOW(xt::tanh(a)) SHOW(xt::floor(a)) SHOW(xt::fabs(a))
            SHOW(xt::cast<double>(a)) SHOW(xt::cast<bool>(a)) SHOW(xt::cast<std::size_t>(a))
                SHOW(xt::any(a)) SHOW(xt::all(a))}

/// Two shapes of these ranks that broadcast to one another.
std::pair<Lengths, Lengths> fitting(int first_rank, int second_rank, Numbers& numbers) {
  const int most = std::max(first_rank, second_rank);
  std::pair<Lengths, Lengths> shapes;
  for (int axis = 0; axis < most; ++axis) {
    const std::size_t length = numbers.below(12) == 0 ? 0 : numbers.below(3) + 1;
    const std::size_t shorter = numbers.below(6);
    if (axis >= most - first_rank) shapes.first.push_back(shorter == 0 ? 1 : length);
    if (axis >= most - second_rank) shapes.second.push_back(shorter == 1 ? 1 : length);
  }
  return shapes;
}

std::string text(const Lengths& shape) {
  std::string words = "(";
  for (const std::size_t length : shape) words += std::to_string(length) + ",";
  return words + ")";
}

template <int N, int M>
void pairs_of_ranks(Results& results, int first_rank, int second_rank) {
  Numbers numbers(static_cast<std::uint64_t>(100 * first_rank + second_rank + 1));
  for (std::uint64_t turn = 0; turn < 4; ++turn) {
    const auto [first, second] = fitting(first_rank, second_rank, numbers);
    results.within("double " + text(first) + ", double " + text(second) + (N < 0 ? " xarray" : ""));
    pairs(results, drawn<Array<double, N>>(first, turn), drawn<Array<double, M>>(second, turn + 9));
    if (turn == 0) {
      pairs(results, drawn_with_extremes<Array<double, N>>(first, turn),
            drawn_with_extremes<Array<double, M>>(second, turn + 9));
    }
    results.within("int " + text(first) + ", int " + text(second) + (N < 0 ? " xarray" : ""));
    whole_pairs(results, drawn<Array<int, N>>(first, turn), drawn<Array<int, M>>(second, turn + 9));
  }
}

template <int N>
void pairs_with(Results& results, int rank) {
  pairs_of_ranks<N, 0>(results, rank, 0);
  pairs_of_ranks<N, 1>(results, rank, 1);
  pairs_of_ranks<N, 2>(results, rank, 2);
  pairs_of_ranks<N, 3>(results, rank, 3);
  pairs_of_ranks<N, 4>(results, rank, 4);
}

template <int N>
void each_of_rank(Results& results, const Lengths& shape) {
  results.within("double " + text(shape) + (N < 0 ? " xarray" : ""));
  each(results, drawn<Array<double, N>>(shape, 3));
  each(results, drawn_with_extremes<Array<double, N>>(shape, 5));
  results.within("int " + text(shape));
  each_whole(results, drawn<Array<int, N>>(shape, 7));
  results.within("bool " + text(shape));
  SHOW(!drawn<Array<bool, N>>(shape, 8))
  SHOW(xt::any(drawn<Array<bool, N>>(shape, 8)))
  SHOW(xt::all(drawn<Array<bool, N>>(shape, 8)))
}

/// Shapes that do not fit: both must refuse.
void misfits(Results& results) {
  results.within("shapes that do not fit");
  const xt::xtensor<double, 2> a = drawn<xt::xtensor<double, 2>>({4, 2}, 1);
  const xt::xtensor<double, 2> b = drawn<xt::xtensor<double, 2>>({2, 4}, 2);
  const xt::xtensor<double, 1> c = drawn<xt::xtensor<double, 1>>({3}, 3);
  const xt::xtensor<double, 1> none = drawn<xt::xtensor<double, 1>>({0}, 3);
  SHOW(a + b)
  SHOW(a - c)
  SHOW(a * none)
  SHOW(xt::maximum(a, b))
  SHOW(xt::where(a > 0, a, c))
  SHOW(xt::clip(a, c, c))
}

}  // namespace

void try_elementwise(Results& results) {
  pairs_with<0>(results, 0);
  pairs_with<1>(results, 1);
  pairs_with<2>(results, 2);
  pairs_with<3>(results, 3);
  pairs_with<4>(results, 4);
  pairs_with<-1>(results, 2);
  each_of_rank<0>(results, {});
  each_of_rank<1>(results, {12});
  each_of_rank<1>(results, {0});
  each_of_rank<1>(results, {1});
  each_of_rank<2>(results, {3, 4});
  each_of_rank<2>(results, {3, 0});
  each_of_rank<3>(results, {2, 3, 2});
  each_of_rank<4>(results, {2, 1, 3, 2});
  each_of_rank<-1>(results, {3, 5});
  misfits(results);
}

}  // namespace plain
