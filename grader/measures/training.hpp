#pragma once
// What the measures of exercises that train a model have in common.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>

namespace softmark::training {

/// The generator of sequences that no training has seen.
inline std::mt19937 unseen() { return std::mt19937(20261121); }

/// The largest difference between the numbers of two containers of as many.
template <class A, class B>
double furthest(const A& a, const B& b) {
  double result = 0;
  auto other = b.begin();
  for (const double each : a) result = std::max(result, std::abs(each - *other++));
  return result;
}

/// How much the losses of a run vary: the largest less the smallest.
template <class Losses>
double spread(const Losses& losses) {
  const auto [least, most] = std::minmax_element(losses.begin(), losses.end());
  return *most - *least;
}

/// Numbers that differ by less are the same, as the requirements have it.
constexpr double same = 1e-6;

/// Of a run of two steps, where parameters are wrong, but not the first loss.
struct SecondStep {
  double loss = 0;        ///< the error of the second one
  double parameters = 0;  ///< the largest error, where the second one is right
};

/// What a run of two steps tells whose parameters are that wrong.
template <class Losses, class RightLosses>
SecondStep second_step(double parameters, const Losses& losses, const RightLosses& right) {
  const double loss = std::abs(losses[1] - right[1]);
  return {loss, loss > same ? 0 : parameters};
}

/// The factor by which a step moved all parameters more than it should have, from `start` to
/// `found` in place of `wanted`; 1 where there is none.
template <class Numbers, class OtherNumbers>
double factor_of_step(const Numbers& start, const Numbers& found, const OtherNumbers& wanted) {
  double along = 0, whole = 0, off = 0;
  const auto moved = [&](const auto& to, std::size_t i) { return to[i] - start[i]; };
  for (std::size_t i = 0; i < start.size(); ++i) {
    along += moved(found, i) * moved(wanted, i);
    whole += moved(wanted, i) * moved(wanted, i);
  }
  const double factor = along / whole;
  for (std::size_t i = 0; i < start.size(); ++i)
    off = std::max(off, std::abs(moved(found, i) - factor * moved(wanted, i)));
  return off < 1e-9 ? factor : 1;
}

/// Means of the first and the last tenth of the losses of a run; of one each where it is short.
struct Ends {
  double first = 0, last = 0;
};
template <class Losses>
Ends ends(const Losses& losses) {
  const std::size_t tenth = std::max<std::size_t>(1, losses.size() / 10);
  Ends means;
  for (std::size_t i = 0; i < tenth; ++i) {
    means.first += losses(i) / static_cast<double>(tenth);
    means.last += losses(losses.size() - tenth + i) / static_cast<double>(tenth);
  }
  return means;
}

}  // namespace softmark::training
